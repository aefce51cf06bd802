package footfall.pattern;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Contribution;
import footfall.turn.HourTokens;
import footfall.turn.Tokens;
import footfall.turn.Totals;
import java.math.BigDecimal;

/**
 * What turns used in one hour of one model, as sums that can be subtracted again. {@code unpriced} are the tokens
 * without a price, which {@code costUsd} does not cover.
 */
record Spent(
        long turns,
        long longTurns,
        long steps,
        long failures,
        long activeDurationMs,
        Tokens tokens,
        BigDecimal costUsd,
        Tokens unpriced) {
    static final Spent ZERO = new Spent(0, 0, 0, 0, 0, Tokens.ZERO, BigDecimal.ZERO, Tokens.ZERO);

    static Spent of(HourTokens row) {
        boolean isPriced = row.costUsd() != null;
        return new Spent(
                0,
                0,
                0,
                0,
                0,
                row.tokens(),
                isPriced ? row.costUsd() : BigDecimal.ZERO,
                isPriced ? Tokens.ZERO : row.tokens());
    }

    /** Everything of a turn but its tokens. */
    static Spent of(Contribution turn) {
        long failures =
                turn.failures().stream().mapToLong(Totals.Failures::count).sum();
        return new Spent(
                1,
                turn.isLong() ? 1 : 0,
                turn.length(),
                failures,
                turn.bill().durationMs(),
                Tokens.ZERO,
                BigDecimal.ZERO,
                Tokens.ZERO);
    }

    Spent plus(Spent other) {
        return new Spent(
                turns + other.turns,
                longTurns + other.longTurns,
                steps + other.steps,
                failures + other.failures,
                activeDurationMs + other.activeDurationMs,
                tokens.plus(other.tokens),
                costUsd.add(other.costUsd),
                unpriced.plus(other.unpriced));
    }

    Spent minus(Spent other) {
        return plus(other.negated());
    }

    private Spent negated() {
        return new Spent(
                -turns,
                -longTurns,
                -steps,
                -failures,
                -activeDurationMs,
                tokens.negated(),
                costUsd.negate(),
                unpriced.negated());
    }

    static void write(RowWriter out, Spent spent) {
        out.signed(spent.turns);
        out.signed(spent.longTurns);
        out.signed(spent.steps);
        out.signed(spent.failures);
        out.signed(spent.activeDurationMs);
        Tokens.write(out, spent.tokens);
        out.text(spent.costUsd.toPlainString());
        Tokens.write(out, spent.unpriced);
    }

    static Spent read(RowReader in) {
        return new Spent(
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                Tokens.read(in),
                new BigDecimal(in.text()),
                Tokens.read(in));
    }
}
