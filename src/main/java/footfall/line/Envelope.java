package footfall.line;

import java.time.Instant;

/**
 * The metadata of a line. {@code session} and {@code agent} are resolved (the line's own, else the file's; a
 * null agent is the main agent); every other component is null when the line lacks it. {@code project} is the
 * last component of {@code cwd}. {@code at} is null when the timestamp is missing or invalid.
 */
public record Envelope(
        SessionId session,
        String agent,
        Instant at,
        String uuid,
        String parentUuid,
        String promptId,
        String version,
        String project) {}
