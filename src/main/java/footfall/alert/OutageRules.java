package footfall.alert;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/**
 * When failures of one tool are an outage: {@code failures} of them in all sessions, with ingestion times
 * within {@code window}; 4 and 10 times as many reach the next levels. Of one session at most half of a level counts,
 * because an agent may repeat one mistake. The outage ends when fewer than half of {@code failures} remain in the
 * window.
 */
public record OutageRules(int failures, Duration window) {
    public static final int FAILURES = 10;

    /** The state of a tool holds 10 times as many instants. */
    public static final int FAILURES_MAX = 100;

    public static final Duration WINDOW = Duration.ofMinutes(5);
    public static final OutageRules DEFAULTS = new OutageRules(FAILURES, WINDOW);

    public OutageRules {
        if (failures < 2 || failures > FAILURES_MAX) {
            throw new IllegalArgumentException("failures is not from 2 to " + FAILURES_MAX);
        }
        if (window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("window is not positive");
        }
    }

    /** The number of failures that reaches a level, from 1 to 3. */
    int limit(int level) {
        return failures * AlertRules.FACTORS.get(level - 1);
    }

    /** The highest level that failures of these sessions reach, 0 for none. */
    int level(List<Integer> sessions) {
        int level = 0;
        while (level < AlertRules.FACTORS.size() && counted(sessions, limit(level + 1)) >= limit(level + 1)) {
            level++;
        }
        return level;
    }

    private static int counted(List<Integer> sessions, int limit) {
        var bySession = new HashMap<Integer, Integer>();
        sessions.forEach(session -> bySession.merge(session, 1, Integer::sum));
        return bySession.values().stream()
                .mapToInt(count -> Math.min(count, limit / 2))
                .sum();
    }

    boolean isOver(int count) {
        return 2 * count < failures;
    }

    int rememberedMax() {
        return limit(AlertRules.FACTORS.size());
    }
}
