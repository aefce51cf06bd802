package footfall.turn;

import footfall.line.Usage;
import java.util.Objects;

/**
 * Tokens of a turn or session; {@code cacheCreation1h} is a part of {@code cacheCreation}. Where the transcript
 * contains only the output, all others are null. {@code webSearches} are no tokens, but cost: null for none.
 */
public record Tokens(
        Long input, long output, Long cacheCreation, Long cacheCreation1h, Long cacheRead, Long webSearches) {
    public static final Tokens ZERO = new Tokens(0, 0, 0, 0, 0);

    /** A record of an early build has no {@code cacheCreation1h}. */
    public Tokens {
        cacheCreation1h = input != null && cacheCreation1h == null ? Long.valueOf(0) : cacheCreation1h;
        webSearches = webSearches == null || webSearches == 0 ? null : webSearches;
    }

    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof Tokens one
                && output == one.output
                && Objects.equals(input, one.input)
                && Objects.equals(cacheCreation, one.cacheCreation)
                && Objects.equals(cacheCreation1h, one.cacheCreation1h)
                && Objects.equals(cacheRead, one.cacheRead)
                && Objects.equals(webSearches, one.webSearches);
    }

    @Override
    public int hashCode() {
        return (Long.hashCode(output) * 31 + Objects.hashCode(input)) * 31 + Objects.hashCode(cacheRead);
    }

    /** All counts are counts. */
    public Tokens(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead, long webSearches) {
        this(
                Long.valueOf(input),
                output,
                Long.valueOf(cacheCreation),
                Long.valueOf(cacheCreation1h),
                Long.valueOf(cacheRead),
                Long.valueOf(webSearches));
    }

    /** Without searches. */
    public Tokens(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
        this(input, output, cacheCreation, cacheCreation1h, cacheRead, 0);
    }

    public static Tokens ofOutput(long output) {
        return new Tokens(null, output, null, null, null, null);
    }

    public static Tokens of(Usage usage) {
        return usage.outputOnly()
                ? ofOutput(usage.output())
                : new Tokens(
                        usage.input(),
                        usage.output(),
                        usage.cacheCreation(),
                        usage.cacheCreation1h(),
                        usage.cacheRead(),
                        usage.webSearches());
    }

    /** Tokens of a session: where any input is reported, the sum of what is counts. */
    public static Tokens ofReported(Usage usage) {
        return of(usage.request() == 0 ? usage : usage.withZeros());
    }

    /** As those of messages. */
    Usage usage(boolean outputOnly) {
        var all = withZeros();
        return new Usage(
                all.input, all.output, all.cacheCreation, all.cacheCreation1h, all.cacheRead, searches(), outputOnly);
    }

    /** Whether there are all counts. */
    public boolean isComplete() {
        return input != null;
    }

    /** With 0 for the counts that are not reported, for sums. */
    public Tokens withZeros() {
        return isComplete() ? this : new Tokens(0, output, 0, 0, 0);
    }

    public Tokens plus(Tokens other) {
        return isComplete() && other.isComplete()
                ? new Tokens(
                        input + other.input,
                        output + other.output,
                        cacheCreation + other.cacheCreation,
                        cacheCreation1h + other.cacheCreation1h,
                        cacheRead + other.cacheRead,
                        searches() + other.searches())
                : ofOutput(output + other.output);
    }

    public Tokens negated() {
        return isComplete()
                ? new Tokens(-input, -output, -cacheCreation, -cacheCreation1h, -cacheRead, -searches())
                : ofOutput(-output);
    }

    /** The number of web searches. */
    public long searches() {
        return webSearches == null ? 0 : webSearches;
    }

    /** All tokens of a request's input, null when they are not counts. */
    public Long request() {
        return isComplete() ? Long.valueOf(input + cacheCreation + cacheRead) : null;
    }

    /** All tokens that are reported; {@code cacheCreation1h} is in {@code cacheCreation}. */
    public long total() {
        return isComplete() ? output + request() : output;
    }
}
