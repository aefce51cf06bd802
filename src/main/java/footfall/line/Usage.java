package footfall.line;

/**
 * The tokens of one API message from its {@code usage}; a missing count is 0. {@code cacheCreation1h} is the
 * part of {@code cacheCreation} with a one-hour lifetime.
 */
public record Usage(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
    public static final Usage ZERO = new Usage(0, 0, 0, 0, 0);

    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                output + other.output,
                cacheCreation + other.cacheCreation,
                cacheCreation1h + other.cacheCreation1h,
                cacheRead + other.cacheRead);
    }

    public Usage minus(Usage other) {
        return new Usage(
                input - other.input,
                output - other.output,
                cacheCreation - other.cacheCreation,
                cacheCreation1h - other.cacheCreation1h,
                cacheRead - other.cacheRead);
    }

    /** Input tokens of the request, including cached ones. */
    public long request() {
        return input + cacheCreation + cacheRead;
    }
}
