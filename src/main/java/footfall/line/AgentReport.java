package footfall.line;

import java.util.Objects;

/**
 * An event that an agent reports itself, of the session with this file name of its main transcript. {@code ofAgent}:
 * that of the subagent's; null for the main agent.
 */
public record AgentReport(Line event, String transcript, String ofAgent) {
    public AgentReport {
        Objects.requireNonNull(event, "event is null");
        Objects.requireNonNull(transcript, "transcript is null");
    }
}
