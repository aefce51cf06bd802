package footfall.line;

/**
 * The queries by which a SQLite database gives the lines of its sessions. A line is an event that never changes; the
 * log of a session only grows, until it is deleted as a whole.
 *
 * @param sessions {@code session}, the number {@code seq} of its latest event, when it was {@code changed}, and the
 *     session {@code parent} of which it is a subagent, null for none
 * @param lines {@code session}, {@code seq}, and two texts: {@code head}, the beginning of a JSON object up to its last
 *     value, and {@code data}, that value; none for an event that means nothing
 */
public record SessionTables(String sessions, String lines) {}
