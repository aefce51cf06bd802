package footfall.line;

import java.util.Objects;

/** An event that an agent reports itself, of the session with this file name of its main transcript. */
public record AgentReport(Line event, String transcript) {
    public AgentReport {
        Objects.requireNonNull(event, "event is null");
        Objects.requireNonNull(transcript, "transcript is null");
    }
}
