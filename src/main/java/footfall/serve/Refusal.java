package footfall.serve;

/** A request that cannot be answered; the answer contains the reason. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** {@code detail} repeats nothing of the request. */
    Refusal(int status, String detail) {
        super(detail, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
