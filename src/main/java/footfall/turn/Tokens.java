package footfall.turn;

import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/**
 * Tokens of a turn or session; {@code cacheCreation1h} is a part of {@code cacheCreation}. Where the transcript
 * contains only the output, all others are null.
 */
public record Tokens(Long input, long output, Long cacheCreation, Long cacheCreation1h, Long cacheRead) {
    public static final Tokens ZERO = new Tokens(0, 0, 0, 0, 0);

    /** In a row: a count that is not counts. No sum of tokens reaches it. */
    static final long NOT_REPORTED = Long.MIN_VALUE;

    /** A record of an early build has no {@code cacheCreation1h}. */
    public Tokens {
        cacheCreation1h = input != null && cacheCreation1h == null ? Long.valueOf(0) : cacheCreation1h;
    }

    /** All counts are counts. */
    public Tokens(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
        this(
                Long.valueOf(input),
                output,
                Long.valueOf(cacheCreation),
                Long.valueOf(cacheCreation1h),
                Long.valueOf(cacheRead));
    }

    public static Tokens ofOutput(long output) {
        return new Tokens(null, output, null, null, null);
    }

    public static Tokens of(Usage usage) {
        return usage.outputOnly()
                ? ofOutput(usage.output())
                : new Tokens(
                        usage.input(),
                        usage.output(),
                        usage.cacheCreation(),
                        usage.cacheCreation1h(),
                        usage.cacheRead());
    }

    /** Tokens of a session: where any input is reported, the sum of what is counts. */
    public static Tokens ofReported(Usage usage) {
        return of(usage.request() == 0 ? usage : usage.withZeros());
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
                        cacheRead + other.cacheRead)
                : ofOutput(output + other.output);
    }

    public Tokens negated() {
        return isComplete()
                ? new Tokens(-input, -output, -cacheCreation, -cacheCreation1h, -cacheRead)
                : ofOutput(-output);
    }

    /** All tokens of a request's input, null when they are not counts. */
    public Long request() {
        return isComplete() ? Long.valueOf(input + cacheCreation + cacheRead) : null;
    }

    /** All tokens that are reported; {@code cacheCreation1h} is in {@code cacheCreation}. */
    public long total() {
        return isComplete() ? output + request() : output;
    }

    public static void write(RowWriter out, Tokens tokens) {
        var counts = tokens.withZeros();
        out.signed(tokens.isComplete() ? tokens.input : NOT_REPORTED);
        out.signed(tokens.output);
        out.signed(counts.cacheCreation);
        out.signed(counts.cacheCreation1h);
        out.signed(counts.cacheRead);
    }

    public static Tokens read(RowReader in) {
        long input = in.signed();
        var tokens = new Tokens(input, in.signed(), in.signed(), in.signed(), in.signed());
        return input == NOT_REPORTED ? ofOutput(tokens.output) : tokens;
    }
}
