package footfall.view;

import footfall.turn.HourTokens;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums of usage. {@code turns} to {@code activeDurationMs} are those of turns whose first hour is in it.
 * {@code costUsd} is that of tokens with a price, null when there are none; {@code unpriced} are the tokens without, by
 * model.
 */
public record UsageSums(
        long turns,
        long longTurns,
        long steps,
        long failures,
        long activeDurationMs,
        Tokens tokens,
        BigDecimal costUsd,
        Map<String, Tokens> unpriced) {
    public static final UsageSums ZERO = new UsageSums(0, 0, 0, 0, 0, Tokens.ZERO, null, Map.of());

    public UsageSums {
        unpriced = Map.copyOf(unpriced);
    }

    /** The tokens and cost of one hour and model. */
    public static UsageSums of(HourTokens row) {
        if (row.tokens().total() == 0) {
            return ZERO;
        }
        var unpriced = row.costUsd() == null ? Map.of(row.model(), row.tokens()) : Map.<String, Tokens>of();
        return new UsageSums(0, 0, 0, 0, 0, row.tokens(), row.costUsd(), unpriced);
    }

    /** Everything of a turn but its tokens. */
    static UsageSums of(Turn turn, long failures) {
        return new UsageSums(
                1,
                turn.size().isLong() ? 1 : 0,
                turn.size().length(),
                failures,
                turn.span().durationMs(),
                Tokens.ZERO,
                null,
                Map.of());
    }

    public UsageSums plus(UsageSums other) {
        var all = unpriced;
        if (!other.unpriced.isEmpty()) {
            all = new TreeMap<>(unpriced);
            for (var one : other.unpriced.entrySet()) {
                all.merge(one.getKey(), one.getValue(), Tokens::plus);
            }
        }
        return new UsageSums(
                turns + other.turns,
                longTurns + other.longTurns,
                steps + other.steps,
                failures + other.failures,
                activeDurationMs + other.activeDurationMs,
                tokens.plus(other.tokens),
                sum(costUsd, other.costUsd),
                all);
    }

    private static BigDecimal sum(BigDecimal one, BigDecimal other) {
        return one == null || other == null ? one == null ? other : one : one.add(other);
    }
}
