package footfall.line;

import java.time.Instant;

/**
 * What stands around a line's message. {@code session} and {@code agent} are resolved (the line's own, else
 * the file's; a null agent is the main agent); every other component is null where the line lacks it. {@code
 * project} is the last component of {@code cwd}. {@code at} is null when the timestamp is missing or no
 * instant.
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
