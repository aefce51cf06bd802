package footfall.ship;

/**
 * The broker refused a record for good, and nothing that was handed over behind it has left. Whoever hands
 * over begins again at what was acknowledged: then the record goes alone, and its place is told instead.
 */
public final class LineRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The cause says why; it quotes no record. */
  public LineRefused(Exception cause) {
    super("the broker refused a record", cause);
  }
}
