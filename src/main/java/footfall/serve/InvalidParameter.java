package footfall.serve;

/** A parameter that a route does not have, or whose value is invalid. */
final class InvalidParameter extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int NAME_MAX = 64;

    private final String parameter;

    /** {@code detail} repeats nothing of the request. */
    InvalidParameter(String parameter, String detail) {
        super(detail, null, false, false);
        this.parameter = parameter.substring(0, Math.min(parameter.length(), NAME_MAX));
    }

    String parameter() {
        return parameter;
    }
}
