package footfall.ask;

/** A processor cannot be asked or does not answer; the message says why and what to do. */
public final class ApiFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    ApiFailed(String message) {
        super(message);
    }

    ApiFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
