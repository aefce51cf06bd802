package footfall.ship;

/**
 * The broker rejected a record permanently and no later record was sent, or the client was replaced. The
 * sender restarts at the acknowledged positions. It then sends the rejected record alone, and reports its
 * position instead.
 */
public final class LineRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The cause gives the reason; it contains no record. */
    public LineRefused(Exception cause) {
        super("the broker rejected a record; unacknowledged lines will be resent", cause);
    }
}
