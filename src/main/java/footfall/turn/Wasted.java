package footfall.turn;

import java.math.BigDecimal;

/**
 * Steps that came to nothing: their number, time, tokens and cost. The tokens of a message are split evenly
 * over its calls; counts that are not reported are 0. {@code unpriced} are the tokens without a price, which
 * {@code costUsd} does not cover; null for none.
 * A group under addition.
 */
public record Wasted(long steps, long timeMs, Tokens tokens, BigDecimal costUsd, Tokens unpriced) {
    public static final Wasted NOTHING = new Wasted(0, 0, Tokens.ZERO, BigDecimal.ZERO, null);

    public Wasted {
        costUsd = Cost.plain(costUsd);
        unpriced = Tokens.ZERO.equals(unpriced) ? null : unpriced;
    }

    public Wasted plus(Wasted other) {
        return new Wasted(
                steps + other.steps,
                timeMs + other.timeMs,
                tokens.plus(other.tokens),
                costUsd.add(other.costUsd),
                sum(unpriced, other.unpriced));
    }

    public Wasted minus(Wasted other) {
        return plus(new Wasted(
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
