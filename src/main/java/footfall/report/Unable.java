package footfall.report;

/**
 * What was asked for could not be done, for a reason that a person can act on; the message says what to do.
 */
public final class Unable extends Exception {
  private static final long serialVersionUID = 1;

  public Unable(String message) {
    super(message);
  }

  public Unable(String message, Throwable cause) {
    super(message, cause);
  }
}
