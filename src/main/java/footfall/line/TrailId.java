package footfall.line;

import java.util.Comparator;
import java.util.Objects;

/** One agent's sequence of lines; {@code agent} is null for the main agent of the session. */
public record TrailId(SessionId session, String agent) implements Comparable<TrailId> {
    private static final Comparator<TrailId> ORDER = Comparator.comparing((TrailId id) -> id.session.value())
            .thenComparing(id -> id.agent == null ? "" : id.agent);

    public TrailId {
        Objects.requireNonNull(session, "session is null");
    }

    /** The agent that wrote a line. */
    public static TrailId of(Envelope line) {
        return new TrailId(line.session(), line.agent());
    }

    public boolean isMain() {
        return agent == null;
    }

    /** {@code session:3}, for a subagent {@code session/agent:3}. */
    public String turnId(int index) {
        return text() + ":" + index;
    }

    /** The index of the turn with this ID. */
    public static int index(String turnId) {
        return Integer.parseInt(turnId.substring(turnId.lastIndexOf(':') + 1));
    }

    /** {@code session}, for a subagent {@code session/agent}. */
    public String text() {
        return agent == null ? session.value() : session.value() + "/" + agent;
    }

    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof TrailId id && session.equals(id.session) && Objects.equals(agent, id.agent);
    }

    @Override
    public int hashCode() {
        return session.hashCode() * 31 + (agent == null ? 0 : agent.hashCode());
    }

    @Override
    public int compareTo(TrailId other) {
        return ORDER.compare(this, other);
    }
}
