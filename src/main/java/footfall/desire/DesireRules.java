package footfall.desire;

import footfall.pattern.Subject;

/**
 * When a pattern of long turns is a desire: at least {@code minTurns} turns in at least {@code minSessions}
 * sessions.
 */
public record DesireRules(int minTurns, int minSessions) {
    public static final int MIN_TURNS = 3;
    public static final int MIN_SESSIONS = 2;
    public static final DesireRules DEFAULTS = new DesireRules(MIN_TURNS, MIN_SESSIONS);

    public DesireRules {
        if (minTurns < 1) {
            throw new IllegalArgumentException("minTurns is below 1");
        }
        if (minSessions < 1) {
            throw new IllegalArgumentException("minSessions is below 1");
        }
    }

    public boolean isMet(long turns, int sessions) {
        return turns >= minTurns && sessions >= minSessions;
    }

    /** Whether a subject with turns has a record: every subject except long turns has. */
    public boolean isPublished(Subject subject, long turns, int sessions) {
        return subject.kind() != Subject.Kind.LONG_PATTERN || isMet(turns, sessions);
    }
}
