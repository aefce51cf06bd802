package footfall.report;

/**
 * What was asked for could not be done, for a reason that a person can act on; the message says what to do.
 */
public final class UserError extends Exception {
  private static final long serialVersionUID = 1;

  public UserError(String message) {
    super(message);
  }

  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
