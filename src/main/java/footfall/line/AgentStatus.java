package footfall.line;

import java.time.Instant;
import java.util.Objects;

/**
 * What a running agent says in a file of its own that it does now. {@code transcript}: the file name of its session's
 * main transcript. {@code domain}: where {@code pid} is the ID of its process, null if the agent does not say;
 * {@code startedAt}: not before that process began, {@code processStart}: when it did, as the system writes it, null if
 * the agent does not say. {@code state}: null for another one than are known, or when the process ended, as {@code
 * since}.
 */
public record AgentStatus(
        SessionId session,
        String transcript,
        long pid,
        String domain,
        Instant startedAt,
        String processStart,
        AgentState state,
        Instant since) {
    public AgentStatus {
        Objects.requireNonNull(session, "session is null");
        Objects.requireNonNull(transcript, "transcript is null");
        Objects.requireNonNull(startedAt, "startedAt is null");
    }

    /** When it began to wait for a person; null for not. */
    public Instant waitingSince() {
        return state == AgentState.WAITING ? since : null;
    }

    /** The same of a process that ended. */
    public AgentStatus ended() {
        return new AgentStatus(session, transcript, pid, domain, startedAt, processStart, null, null);
    }
}
