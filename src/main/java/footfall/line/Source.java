package footfall.line;

import java.util.Objects;
import java.util.Set;

/**
 * What is known of a line before parsing: the dialect, and the session and agent from the file's name.
 * {@code agent} is null for a main transcript. {@code redacted} lines come from the topic; only their derived
 * values under the key {@code footfall} are trusted. {@code threads}: if lines name the session, the ids
 * in further such lines that change nothing; empty before the first such line.
 */
public record Source(Dialect dialect, SessionId session, String agent, boolean redacted, Set<String> threads) {
    public Source {
        Objects.requireNonNull(dialect, "dialect is null");
        Objects.requireNonNull(session, "session is null");
        agent = Ids.boundedOrNull(agent);
        threads = Set.copyOf(threads);
    }

    public static Source file(SessionId session, String agent) {
        return new Source(Dialects.usual(), session, agent, false, Set.of());
    }

    public static Source topic(SessionId session, String agent) {
        return new Source(Dialects.usual(), session, agent, true, Set.of());
    }

    /** The same in another dialect. */
    public Source in(Dialect other) {
        return new Source(other, session, agent, redacted, threads);
    }

    /** The source that a line names. */
    public Source named(SessionId other, String otherAgent, Set<String> otherThreads) {
        return new Source(dialect, other, otherAgent, redacted, otherThreads);
    }
}
