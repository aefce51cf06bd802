package footfall.session;

import footfall.line.Group;
import footfall.line.OwnCost;
import footfall.turn.Cost;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a session used with its subagents and with what no message shows. {@code totalCostUsd} is not rounded, covers
 * the tokens with a price, and is null when none has one; {@code totalUnpriced} are the others, null for none.
 * {@code priceList} is the version of the list that the prices are from, null where nothing was priced.
 * {@code agentCostUsd} is the agent's own reckoning of the
 * session, null for none; {@code agentCostGuessed} is true when the agent took another model's price for a part, else
 * null.
 */
public record SessionBill(
        Tokens totalTokens,
        BigDecimal totalCostUsd,
        List<Cost.UnpricedModel> totalUnpriced,
        String priceList,
        BigDecimal agentCostUsd,
        Boolean agentCostGuessed)
        implements Group {
    public SessionBill {
        totalUnpriced = totalUnpriced == null || totalUnpriced.isEmpty() ? null : List.copyOf(totalUnpriced);
    }

    static SessionBill of(List<ModelUsage> all, OwnCost own, Prices prices) {
        var cost = Cost.known(all, prices);
        return new SessionBill(
                Tokens.ofReported(ModelUsage.total(all)),
                cost,
                Cost.unpriced(all, prices),
                cost == null || cost.signum() == 0 ? null : prices.version(),
                own == null ? null : Cost.plain(own.usd()),
                own != null && own.isGuess() ? true : null);
    }
}
