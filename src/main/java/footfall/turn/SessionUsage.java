package footfall.turn;

import footfall.line.SessionId;
import java.util.List;

/** What a session used beside its turns, and where, by whom and with which agent. */
public record SessionUsage(SessionId session, Origin origin, Turn.Product product, List<SessionTokens> tokens) {
    public SessionUsage {
        tokens = List.copyOf(tokens);
    }
}
