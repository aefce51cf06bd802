package footfall.ship;

/**
 * The broker refused a record for good, and nothing that was handed over behind it has left; or the client
 * was renewed. Whoever hands over begins again at what was acknowledged: a refused record then goes alone,
 * and its place is reported instead.
 */
public final class LineRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The cause says why; it quotes no record. */
  public LineRefused(Exception cause) {
    super("the broker rejected a record; unacknowledged lines will be resent", cause);
  }
}
