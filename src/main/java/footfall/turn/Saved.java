package footfall.turn;

import java.math.BigDecimal;

/**
 * Steps that a better tool would save: their number, time, tokens and cost. The tokens of a message are split evenly
 * over its calls; counts that are not reported are 0. {@code unpriced} are the tokens without a price, which
 * {@code costUsd} does not cover; null for none.
 * A group under addition.
 */
public record Saved(long steps, long timeMs, Tokens tokens, BigDecimal costUsd, Tokens unpriced) {
    public static final Saved NOTHING = new Saved(0, 0, Tokens.ZERO, BigDecimal.ZERO, null);

    public Saved {
        costUsd = Cost.plain(costUsd);
        unpriced = Tokens.ZERO.equals(unpriced) ? null : unpriced;
    }

    public Saved plus(Saved other) {
        return new Saved(
                steps + other.steps,
                timeMs + other.timeMs,
                tokens.plus(other.tokens),
                costUsd.add(other.costUsd),
                sum(unpriced, other.unpriced));
    }

    public Saved minus(Saved other) {
        return plus(new Saved(
                -other.steps,
                -other.timeMs,
                other.tokens.negated(),
                other.costUsd.negate(),
                other.unpriced == null ? null : other.unpriced.negated()));
    }

    /** USD, not rounded; null when there are tokens and none has a price. */
    public BigDecimal knownCostUsd() {
        return tokens.equals(unpriced) ? null : costUsd;
    }

    private static Tokens sum(Tokens one, Tokens other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.plus(other);
    }
}
