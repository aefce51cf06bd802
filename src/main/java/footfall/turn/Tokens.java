package footfall.turn;

import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/** Tokens of a turn or session; {@code cacheCreation1h} is a part of {@code cacheCreation}. */
public record Tokens(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
    public static final Tokens ZERO = new Tokens(0, 0, 0, 0, 0);

    public static Tokens of(Usage usage) {
        return new Tokens(
                usage.input(), usage.output(), usage.cacheCreation(), usage.cacheCreation1h(), usage.cacheRead());
    }

    public Tokens plus(Tokens other) {
        return new Tokens(
                input + other.input,
                output + other.output,
                cacheCreation + other.cacheCreation,
                cacheCreation1h + other.cacheCreation1h,
                cacheRead + other.cacheRead);
    }

    public Tokens negated() {
        return new Tokens(-input, -output, -cacheCreation, -cacheCreation1h, -cacheRead);
    }

    /** All tokens; {@code cacheCreation1h} is in {@code cacheCreation}. */
    public long total() {
        return input + output + cacheCreation + cacheRead;
    }

    public static void write(RowWriter out, Tokens tokens) {
        out.signed(tokens.input);
        out.signed(tokens.output);
        out.signed(tokens.cacheCreation);
        out.signed(tokens.cacheCreation1h);
        out.signed(tokens.cacheRead);
    }

    public static Tokens read(RowReader in) {
        return new Tokens(in.signed(), in.signed(), in.signed(), in.signed(), in.signed());
    }
}
