package footfall.report;

/** A failure that the user can fix; the message says how. */
public final class UserError extends Exception {
    public UserError(String message) {
        super(message);
    }

    public UserError(String message, Throwable cause) {
        super(message, cause);
    }
}
