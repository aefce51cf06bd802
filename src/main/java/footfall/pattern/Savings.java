package footfall.pattern;

import footfall.line.Group;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a better tool would save, in a record. {@code savedCostUsd} has four decimals and is null when no saved token
 * has a price; {@code savedUnpricedTokens} are those without one, null for none. {@code savedPriceLists} are the
 * versions of the lists that the prices are from, null for none.
 */
public record Savings(
        long savedSteps,
        long savedTimeMs,
        Tokens savedTokens,
        BigDecimal savedCostUsd,
        Tokens savedUnpricedTokens,
        List<String> savedPriceLists)
        implements Group {
    public static Savings of(Sums sums) {
        var saved = sums.detours().saved();
        return new Savings(
                saved.steps(),
                saved.timeMs(),
                saved.tokens(),
                saved.knownCostUsd() == null ? null : Prices.rounded(saved.costUsd()),
                saved.unpriced(),
                sums.detours().lists().versions());
    }
}
