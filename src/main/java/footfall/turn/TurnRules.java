package footfall.turn;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The rules of turns. {@code lengthThreshold}: a turn with more steps is long. {@code stepsMax}: the maximum
 * number of steps in a {@link Turn}. {@code usageTimes}: how exactly the tokens of a turn keep their times.
 */
public record TurnRules(int lengthThreshold, int stepsMax, Timers timers, Prices prices, UsageTimes usageTimes) {
    public static final int LENGTH_THRESHOLD = 5;
    public static final int STEPS_MAX = 1_000;

    /** The maximum number of models of a turn or session; further ones are counted together. */
    public static final int MODELS_MAX = 20;
    /** The maximum numbers of tools and kinds of failures that a turn contributes individually. */
    public static final int TOOLS_MAX = 200;

    public static final int FAILURES_MAX = 200;
    /** The name for everything counted together. */
    public static final String OTHER = "(other)";

    public TurnRules {
        if (lengthThreshold < 1) {
            throw new IllegalArgumentException("lengthThreshold is below 1");
        }
        if (stepsMax < 2) {
            throw new IllegalArgumentException("stepsMax is below 2");
        }
        Objects.requireNonNull(timers, "timers is null");
        Objects.requireNonNull(prices, "prices is null");
        Objects.requireNonNull(usageTimes, "usageTimes is null");
    }

    /** Tokens by hour. */
    public TurnRules(int lengthThreshold, int stepsMax, Timers timers, Prices prices) {
        this(lengthThreshold, stepsMax, timers, prices, UsageTimes.HOURS);
    }

    public TurnRules watching(OpenTurnLimits watch) {
        return new TurnRules(lengthThreshold, stepsMax, timers.watching(watch), prices, usageTimes);
    }

    public TurnRules with(Prices others) {
        return new TurnRules(lengthThreshold, stepsMax, timers, others, usageTimes);
    }

    public TurnRules with(UsageTimes times) {
        return new TurnRules(lengthThreshold, stepsMax, timers, prices, times);
    }

    /**
     * Tokens of a turn are summed by time, truncated to {@code step}, and by model. {@code partsMax} such sums are
     * kept for a turn; it must be at least {@link #MODELS_MAX} for as many models to be known.
     */
    public record UsageTimes(Duration step, int partsMax) {
        /** As turns on the topic have them. */
        public static final UsageTimes HOURS = new UsageTimes(Duration.ofHours(1), 100);
        /** The time of each message, for turns of files. */
        public static final UsageTimes EXACT = new UsageTimes(Duration.ofMillis(1), Integer.MAX_VALUE);

        /** Null for no time. */
        public Instant of(Instant at) {
            return at == null
                    ? null
                    : Instant.ofEpochMilli(Math.floorDiv(at.toEpochMilli(), step.toMillis()) * step.toMillis());
        }

        /** Written out, because the first call of a generated one takes 4 ms when a process starts. */
        @Override
        public String toString() {
            return step + "*" + partsMax;
        }
    }

    public boolean isLong(int length) {
        return length > lengthThreshold;
    }

    /**
     * How long after a trail's last line an open turn is emitted: after a Stop hook ({@code stopGrace}), after
     * the model's {@code end_turn}, otherwise; how long a trail and then its stub are kept, and how long turns are kept
     * elsewhere ({@code turnRetention}), because they can be withdrawn for as long. All in ingestion time.
     * {@code watch} defines when open turns are reported.
     */
    public record Timers(
            Duration stopGrace,
            Duration endTurnGrace,
            Duration idleTimeout,
            Duration sessionRetention,
            Duration stubRetention,
            Duration turnRetention,
            OpenTurnLimits watch) {
        public static final Duration TURN_RETENTION = Duration.ofDays(90);

        public static final Timers DEFAULTS = new Timers(
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                Duration.ofMinutes(30),
                Duration.ofDays(60),
                Duration.ofDays(400),
                TURN_RETENTION,
                OpenTurnLimits.NONE);

        public Timers {
            positive(stopGrace, "stopGrace");
            positive(endTurnGrace, "endTurnGrace");
            positive(idleTimeout, "idleTimeout");
            positive(sessionRetention, "sessionRetention");
            if (stubRetention.compareTo(sessionRetention) < 0) {
                throw new IllegalArgumentException("stubRetention is shorter than sessionRetention");
            }
            positive(turnRetention, "turnRetention");
            Objects.requireNonNull(watch, "watch is null");
        }

        Timers watching(OpenTurnLimits other) {
            return new Timers(
                    stopGrace, endTurnGrace, idleTimeout, sessionRetention, stubRetention, turnRetention, other);
        }

        private static void positive(Duration value, String name) {
            if (value.isNegative() || value.isZero()) {
                throw new IllegalArgumentException(name + " is not positive");
            }
        }
    }

    /**
     * When an open turn is reported as {@link Output.StillOpen}: once at each time {@code after} its start,
     * ascending. A trail whose last line was older than {@code maxAge} when ingested is history and not reported.
     */
    public record OpenTurnLimits(List<Duration> after, Duration maxAge) {
        public static final OpenTurnLimits NONE = new OpenTurnLimits(List.of(), Duration.ZERO);

        public OpenTurnLimits {
            after = List.copyOf(after);
            for (int i = 0; i < after.size(); i++) {
                if (after.get(i).compareTo(i == 0 ? Duration.ZERO : after.get(i - 1)) <= 0) {
                    throw new IllegalArgumentException("after is not ascending");
                }
            }
        }

        /** How many of the times have passed for an open turn. */
        int passed(Duration open) {
            return (int)
                    after.stream().filter(time -> time.compareTo(open) <= 0).count();
        }
    }
}
