package footfall.line;

/**
 * The tokens of one API message from its {@code usage}; a missing count is 0. {@code cacheCreation1h} is the
 * part of {@code cacheCreation} with a one-hour lifetime. {@code webSearches} are searches of the model's server, which
 * are no tokens and cost. {@code outputOnly}: the transcript does not contain the other
 * counts, of the message or of one in the sum.
 */
public record Usage(
        long input,
        long output,
        long cacheCreation,
        long cacheCreation1h,
        long cacheRead,
        long webSearches,
        boolean outputOnly) {
    public static final long COUNT_MAX = 1L << 55;

    public static final Usage ZERO = new Usage(0, 0, 0, 0, 0);

    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof Usage used
                && input == used.input
                && output == used.output
                && cacheCreation == used.cacheCreation
                && cacheCreation1h == used.cacheCreation1h
                && cacheRead == used.cacheRead
                && webSearches == used.webSearches
                && outputOnly == used.outputOnly;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(input + 31 * (output + 31 * (cacheCreation + 31 * cacheRead)));
    }

    /** All counts are counts, without searches. */
    public Usage(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
        this(input, output, cacheCreation, cacheCreation1h, cacheRead, 0, false);
    }

    /** The transcript contains only the output. */
    public static Usage ofOutput(long output) {
        return new Usage(0, output, 0, 0, 0, 0, true);
    }

    /** @throws IllegalArgumentException for counts that no request has; {@code usage} may be null */
    static Usage checked(Usage usage) {
        boolean isValid = usage == null
                || isCount(usage.input)
                        && isCount(usage.output)
                        && isCount(usage.cacheCreation)
                        && isCount(usage.cacheCreation1h)
                        && isCount(usage.cacheRead)
                        && isCount(usage.webSearches);
        if (!isValid) {
            throw new IllegalArgumentException("no count of tokens");
        }
        return usage;
    }

    private static boolean isCount(long count) {
        return count >= 0 && count <= COUNT_MAX;
    }

    /** As if the counts that are not reported were 0. */
    public Usage withZeros() {
        return new Usage(input, output, cacheCreation, cacheCreation1h, cacheRead, webSearches, false);
    }

    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                output + other.output,
                cacheCreation + other.cacheCreation,
                cacheCreation1h + other.cacheCreation1h,
                cacheRead + other.cacheRead,
                webSearches + other.webSearches,
                outputOnly || other.outputOnly);
    }

    public Usage minus(Usage other) {
        return new Usage(
                input - other.input,
                output - other.output,
                cacheCreation - other.cacheCreation,
                cacheCreation1h - other.cacheCreation1h,
                cacheRead - other.cacheRead,
                webSearches - other.webSearches,
                outputOnly || other.outputOnly);
    }

    /** As if all counts were reported, with 0 for each below 0. */
    public Usage positive() {
        return new Usage(
                Math.max(0, input),
                Math.max(0, output),
                Math.max(0, cacheCreation),
                Math.max(0, cacheCreation1h),
                Math.max(0, cacheRead),
                Math.max(0, webSearches),
                false);
    }

    /** Input tokens of the request, including cached ones. */
    public long request() {
        return input + cacheCreation + cacheRead;
    }
}
