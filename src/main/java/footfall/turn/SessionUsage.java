package footfall.turn;

import footfall.line.RateLimits;
import footfall.line.SessionId;
import java.util.List;

/**
 * What a session used beside its turns, and where, by whom and with which agent. {@code priceList} is the version of
 * the list that its costs are from, {@code limits} are the newest ones of its subscription; null for none.
 */
public record SessionUsage(
        SessionId session,
        Origin origin,
        Turn.Product product,
        List<SessionTokens> tokens,
        String priceList,
        RateLimits limits) {
    public SessionUsage {
        tokens = List.copyOf(tokens);
    }
}
