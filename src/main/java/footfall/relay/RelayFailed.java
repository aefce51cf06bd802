package footfall.relay;

/** A relay cannot continue; the message names the cause and the remedy. */
public final class RelayFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RelayFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
