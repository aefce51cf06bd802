package footfall.alert;

import footfall.turn.TurnRules.OpenTurnLimits;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * When a turn raises an alert, at 1, 4 and 10 times each limit: more than {@code lengthThreshold} steps, open for
 * {@code duration}, {@code errorStreak} failed calls in a row, or a loop of {@code repeatLoop} rounds, or an agent that
 * waits for a person for {@code waiting}. {@code alertMaxAge}: a line older than this when ingested is history and
 * raises no alert.
 */
public record AlertRules(
        int lengthThreshold,
        Duration duration,
        int errorStreak,
        int repeatLoop,
        Duration waiting,
        Duration alertMaxAge) {
    public static final Duration DURATION = Duration.ofMinutes(10);
    public static final int ERROR_STREAK = 5;
    public static final int REPEAT_LOOP = 4;
    public static final Duration WAITING = Duration.ofMinutes(1);
    public static final Duration ALERT_MAX_AGE = Duration.ofMinutes(10);

    /** The limit of each level as a multiple of the first. */
    static final List<Integer> FACTORS = List.of(1, 4, 10);

    public AlertRules {
        Objects.requireNonNull(duration, "duration is null");
        if (lengthThreshold < 1) {
            throw new IllegalArgumentException("lengthThreshold is below 1");
        }
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException("duration is below 1 ms");
        }
        if (errorStreak < 2) {
            throw new IllegalArgumentException("errorStreak is below 2");
        }
        if (repeatLoop < 2) {
            throw new IllegalArgumentException("repeatLoop is below 2");
        }
        if (waiting.toMillis() < 1) {
            throw new IllegalArgumentException("waiting is below 1 ms");
        }
        if (alertMaxAge.isNegative() || alertMaxAge.isZero()) {
            throw new IllegalArgumentException("alertMaxAge is not positive");
        }
    }

    /** How long a turn is open when the turn fold reports it. */
    public OpenTurnLimits watch() {
        return new OpenTurnLimits(FACTORS.stream().map(duration::multipliedBy).toList(), alertMaxAge);
    }

    /** The highest level that a value reaches; 0 for none. */
    int level(Alert.Kind kind, long value) {
        // A turn is long when it has more steps than the threshold; other limits are reached at equality.
        long reached = kind == Alert.Kind.LENGTH ? value - 1 : value;
        int level = 0;
        while (level < FACTORS.size() && reached >= limit(kind, level + 1)) {
            level++;
        }
        return level;
    }

    /** The threshold of a level, in the unit of the kind. */
    long limit(Alert.Kind kind, int level) {
        return Math.multiplyExact(first(kind), (long) FACTORS.get(level - 1));
    }

    private long first(Alert.Kind kind) {
        return switch (kind) {
            case LENGTH -> lengthThreshold;
            case DURATION -> duration.toMillis();
            case ERROR_STREAK -> errorStreak;
            case REPEAT_LOOP -> repeatLoop;
            case WAITING -> waiting.toMillis();
            case OUTAGE, BUDGET -> throw new IllegalArgumentException(kind + " has rules of its own");
        };
    }
}
