package footfall.ask;

/** A processor cannot be asked or does not answer; the message says why and what to do. */
public final class ApiFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean isFinal;

    ApiFailed(String message) {
        this(message, false);
    }

    /** {@code isFinal}: the same request can never succeed. */
    ApiFailed(String message, boolean isFinal) {
        super(message);
        this.isFinal = isFinal;
    }

    ApiFailed(String message, Throwable cause) {
        super(message, cause);
        this.isFinal = false;
    }

    boolean isFinal() {
        return isFinal;
    }
}
