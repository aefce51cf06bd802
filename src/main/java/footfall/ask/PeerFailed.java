package footfall.ask;

/** Another instance did not answer; the message says why, in a few words. */
final class PeerFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PeerFailed(String reason) {
        super(reason, null, false, false);
    }
}
