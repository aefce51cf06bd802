package footfall.line;

import java.time.Instant;
import java.util.Objects;

/**
 * The metadata of an event. {@code session} and {@code agent} are resolved (the line's own, else the file's; a
 * null agent is the main agent); every other component is null when the line lacks it. {@code project} is the
 * last component of {@code cwd}. {@code at} is null when the timestamp is missing or invalid. {@code origin}: the
 * session that the line says it was copied from; its own session when it says that it was not. {@code copyOf}: the
 * session to which the reader of the file says the event belongs, if it is another one. Of {@code uuid}, only that of a
 * prompt is more than a name for a line.
 */
public record Envelope(
        SessionId session,
        String agent,
        Instant at,
        String uuid,
        String parentUuid,
        String promptId,
        String version,
        String project,
        String origin,
        String copyOf)
        implements Group {
    /** {@code copyOf} of what a session copies that the file does not name. */
    public static final String UNKNOWN_OWNER = "unknown";

    public Envelope {
        Objects.requireNonNull(session, "session is null");
        agent = Ids.boundedOrNull(agent);
        at = Timestamp.valid(at);
        uuid = Ids.boundedOrNull(uuid);
        parentUuid = Ids.shortened(parentUuid);
        promptId = Ids.boundedOrNull(promptId);
        version = Ids.boundedOrNull(version);
        project = Ids.boundedOrNull(project);
        origin = Ids.boundedOrNull(origin);
        copyOf = Ids.boundedOrNull(copyOf);
    }

    /** Of a line that does not say whether it was copied. */
    public Envelope(
            SessionId session,
            String agent,
            Instant at,
            String uuid,
            String parentUuid,
            String promptId,
            String version,
            String project) {
        this(session, agent, at, uuid, parentUuid, promptId, version, project, null, null);
    }

    /** The same with another {@code uuid}. */
    public Envelope with(String other) {
        return new Envelope(session, agent, at, other, parentUuid, promptId, version, project, origin, copyOf);
    }

    /** The same of an event that the reader of the file says belongs to another session; null for none. */
    public Envelope ownedBy(String owner) {
        return owner == null
                ? this
                : new Envelope(session, agent, at, uuid, parentUuid, promptId, version, project, origin, owner);
    }

    /** The session that the line says it was copied from, if it is another one; else null. */
    public String originOther() {
        return isOwn() ? null : origin;
    }

    /** Whether the line says that it was not copied. */
    public boolean isOwn() {
        return session.value().equals(origin);
    }

    /** The last part of a working directory; null for none. */
    public static String projectOf(String cwd) {
        if (cwd == null) {
            return null;
        }
        int to = cwd.length();
        while (to > 0 && isSeparator(cwd.charAt(to - 1))) {
            to--;
        }
        int from = to;
        while (from > 0 && !isSeparator(cwd.charAt(from - 1))) {
            from--;
        }
        var name = cwd.substring(from, to);
        return name.isBlank() ? null : Ids.bounded(name);
    }

    private static boolean isSeparator(char c) {
        return c == '/' || c == '\\';
    }
}
