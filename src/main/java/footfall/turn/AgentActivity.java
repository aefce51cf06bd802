package footfall.turn;

import footfall.line.AgentState;
import footfall.line.Group;
import java.time.Duration;
import java.time.Instant;

/**
 * What a session's agent said last that it does, since when, and when that was ingested; all null when it said nothing,
 * or has ended.
 */
public record AgentActivity(AgentState agentState, Instant agentStateSince, Instant agentStateHeardAt)
        implements Group {
    public static final AgentActivity NONE = new AgentActivity(null, null, null);

    /** Twice the longest pause after which a shipper says it again. */
    static final Duration GRACE = Duration.ofMinutes(10);

    /** The same while it is news; else nothing, as its machine may have stopped. */
    public AgentActivity at(Instant now) {
        return agentStateHeardAt == null || agentStateHeardAt.plus(GRACE).isBefore(now) ? NONE : this;
    }
}
