package footfall.desire;

import footfall.line.FailureCause;
import footfall.pattern.Subject;
import footfall.turn.TurnRules;

/**
 * When a pattern of long turns is a desire: at least {@code minTurns} turns in at least {@code minSessions}
 * sessions; and the same of what is repeated.
 */
public record DesireRules(int minTurns, int minSessions) {
    public static final int MIN_TURNS = 3;
    public static final int MIN_SESSIONS = 2;

    /** What occurred at all. */
    public static final DesireRules ONCE = new DesireRules(1, 1);

    public static final DesireRules DEFAULTS = new DesireRules(MIN_TURNS, MIN_SESSIONS);

    public DesireRules {
        if (minTurns < 1) {
            throw new IllegalArgumentException("minTurns is below 1");
        }
        if (minSessions < 1) {
            throw new IllegalArgumentException("minSessions is below 1");
        }
    }

    /** Whether a subject with turns is a desire. */
    public boolean isDesire(Subject subject, long turns, int sessions) {
        return switch (subject.kind()) {
            case FAILURE ->
                FailureCause.ofSubject(subject.name())
                        .filter(FailureCause::isAnswer)
                        .isEmpty();
            case LONG_PATTERN, REPEAT, ASKED -> turns >= minTurns && sessions >= minSessions && !isPooled(subject);
            case PATTERN, TOOL, LOOP -> false;
        };
    }

    /** The repeats and questions of turns with too many names. */
    private static boolean isPooled(Subject subject) {
        return subject.ownName().equals(TurnRules.OTHER);
    }

    /** How many records a subject with turns has: its tally and its desire. */
    public int records(Subject subject, long turns, int sessions) {
        int desires = isDesire(subject, turns, sessions) ? 1 : 0;
        return switch (subject.kind()) {
            case FAILURE, LONG_PATTERN, REPEAT, ASKED -> desires;
            case PATTERN, TOOL, LOOP -> 1;
        };
    }
}
