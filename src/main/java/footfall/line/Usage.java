package footfall.line;

/**
 * The tokens of one API message from its {@code usage}; a missing count is 0. {@code cacheCreation1h} is the
 * part of {@code cacheCreation} with a one-hour lifetime. {@code outputOnly}: the transcript does not contain the other
 * counts, of the message or of one in the sum.
 */
public record Usage(
        long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead, boolean outputOnly) {
    public static final Usage ZERO = new Usage(0, 0, 0, 0, 0);

    /** All counts are counts. */
    public Usage(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
        this(input, output, cacheCreation, cacheCreation1h, cacheRead, false);
    }

    /** The transcript contains only the output. */
    public static Usage ofOutput(long output) {
        return new Usage(0, output, 0, 0, 0, true);
    }

    /** As if the counts that are not reported were 0. */
    public Usage withZeros() {
        return new Usage(input, output, cacheCreation, cacheCreation1h, cacheRead);
    }

    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                output + other.output,
                cacheCreation + other.cacheCreation,
                cacheCreation1h + other.cacheCreation1h,
                cacheRead + other.cacheRead,
                outputOnly || other.outputOnly);
    }

    public Usage minus(Usage other) {
        return new Usage(
                input - other.input,
                output - other.output,
                cacheCreation - other.cacheCreation,
                cacheCreation1h - other.cacheCreation1h,
                cacheRead - other.cacheRead,
                outputOnly || other.outputOnly);
    }

    /** Input tokens of the request, including cached ones. */
    public long request() {
        return input + cacheCreation + cacheRead;
    }
}
