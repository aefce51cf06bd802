package footfall.pattern;

import footfall.line.Group;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.util.List;

/**
 * What was wasted, in a record. {@code wastedCostUsd} has four decimals and is null when no wasted token
 * has a price; {@code wastedUnpricedTokens} are those without one, null for none. {@code wastedPriceLists} are the
 * versions of the lists that the prices are from, null for none.
 */
public record Waste(
        long wastedSteps,
        long wastedTimeMs,
        Tokens wastedTokens,
        BigDecimal wastedCostUsd,
        Tokens wastedUnpricedTokens,
        List<String> wastedPriceLists)
        implements Group {
    public static Waste of(Sums sums) {
        var wasted = sums.detours().wasted();
        return new Waste(
                wasted.steps(),
                wasted.timeMs(),
                wasted.tokens(),
                wasted.knownCostUsd() == null ? null : Prices.rounded(wasted.costUsd()),
                wasted.unpriced(),
                sums.detours().lists().versions());
    }

    /** The same with at least so many steps. */
    public Waste withAtLeast(long steps) {
        return new Waste(
                Math.max(steps, wastedSteps),
                wastedTimeMs,
                wastedTokens,
                wastedCostUsd,
                wastedUnpricedTokens,
                wastedPriceLists);
    }
}
