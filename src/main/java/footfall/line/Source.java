package footfall.line;

import java.util.Objects;

/**
 * What is known of a line before parsing: the dialect, and the session and agent from the file's name.
 * {@code agent} is null for a main transcript. {@code redacted} lines come from the topic; only their derived
 * values under the key {@code footfall} are trusted.
 */
public record Source(Dialect dialect, SessionId session, String agent, boolean redacted) {
    public Source {
        Objects.requireNonNull(dialect, "dialect is null");
        Objects.requireNonNull(session, "session is null");
        agent = Ids.boundedOrNull(agent);
    }

    public static Source file(SessionId session, String agent) {
        return new Source(Dialects.usual(), session, agent, false);
    }

    public static Source topic(SessionId session, String agent) {
        return new Source(Dialects.usual(), session, agent, true);
    }

    /** The same in another dialect. */
    public Source in(Dialect other) {
        return new Source(other, session, agent, redacted);
    }
}
