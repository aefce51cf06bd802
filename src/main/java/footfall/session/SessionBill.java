package footfall.session;

import footfall.line.OwnCost;
import footfall.turn.Cost;
import footfall.turn.Group;
import footfall.turn.ModelUsage;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a session used with its subagents and with what no message shows. {@code totalCostUsd} is not rounded, covers
 * the tokens with a price, and is null when none has one. {@code agentCostUsd} is the agent's own reckoning of the
 * session, null for none; {@code agentCostGuessed} is true when the agent took another model's price for a part, else
 * null.
 */
public record SessionBill(
        Tokens totalTokens, BigDecimal totalCostUsd, BigDecimal agentCostUsd, Boolean agentCostGuessed)
        implements Group {
    static SessionBill of(List<ModelUsage> all, OwnCost own, Prices prices) {
        return new SessionBill(
                Tokens.ofReported(ModelUsage.total(all)),
                Cost.known(all, prices),
                own == null ? null : Cost.plain(own.usd()),
                own != null && own.isGuess() ? true : null);
    }
}
