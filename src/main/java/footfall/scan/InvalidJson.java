package footfall.scan;

/** Bytes that are not JSON, or not the JSON that a transcript can have. Without a stack trace: it is bad input. */
public final class InvalidJson extends RuntimeException {
    private final Fault fault;

    /** {@code NUMBER_OUT_OF_RANGE}: an impossible count, such as {@code 1e400} tokens. */
    public enum Fault {
        NOT_JSON,
        TOO_DEEP,
        NUMBER_OUT_OF_RANGE
    }

    InvalidJson(Fault fault) {
        super(fault.name(), null, false, false);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
