package footfall.screen;

import footfall.turn.AgentActivity;
import java.time.Duration;
import java.time.Instant;

/** What an agent does, and how long it has: {@code idle 12 min}. */
public final class ActivityText {
    private ActivityText() {}

    /** Null when it does not say. */
    public static String of(AgentActivity activity, Instant now) {
        var said = activity.at(now);
        if (said.agentState() == null) {
            return null;
        }
        var since = said.agentStateSince();
        return said.agentState().word() + (since == null ? "" : " " + DurationText.whole(Duration.between(since, now)));
    }
}
