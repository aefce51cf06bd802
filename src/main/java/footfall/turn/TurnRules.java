package footfall.turn;

import java.time.Duration;
import java.util.Objects;

/**
 * What governs turns. {@code lengthThreshold}: a turn with more steps is long. {@code stepsMax}: steps that a
 * {@link Turn} carries at most. {@code timers} and {@code prices} see there.
 */
public record TurnRules(int lengthThreshold, int stepsMax, Timers timers, Prices prices) {
  public static final int LENGTH_THRESHOLD = 5;
  public static final int STEPS_MAX = 1_000;

  /** Models that a turn or session tells apart; what is spent with further ones is told of together. */
  public static final int MODELS_MAX = 20;
  /** Tools that a turn gives to the tallies by name, and kinds of failures: further ones together. */
  public static final int TOOLS_MAX = 200;
  public static final int FAILURES_MAX = 200;
  /** The name of what is counted together. */
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
  }

  public static TurnRules defaults() {
    return new TurnRules(LENGTH_THRESHOLD, STEPS_MAX, Timers.DEFAULTS, Prices.NONE);
  }

  public TurnRules with(Timers other) {
    return new TurnRules(lengthThreshold, stepsMax, other, prices);
  }

  public TurnRules watching(OpenTurnLimits watch) {
    return with(timers.watching(watch));
  }

  public TurnRules with(Prices other) {
    return new TurnRules(lengthThreshold, stepsMax, timers, other);
  }

  public boolean isLong(int length) {
    return length > lengthThreshold;
  }

  /**
   * How long after a trail's last line a turn is emitted that no line has closed: one whose Stop hook ran
   * ({@code stopGrace}), one whose model said {@code end_turn}, any other; and how long a trail and then its
   * stub are kept. All in arrival time. {@code watch} tells of turns that stay open.
   */
  public record Timers(
      Duration stopGrace, Duration endTurnGrace, Duration idleTimeout, Duration sessionRetention,
      Duration stubRetention, OpenTurnLimits watch) {
    public static final Timers DEFAULTS =
        new Timers(
            Duration.ofMillis(500), Duration.ofSeconds(5), Duration.ofMinutes(30), Duration.ofDays(60),
            Duration.ofDays(400), OpenTurnLimits.NONE);

    public Timers {
      positive(stopGrace, "stopGrace");
      positive(endTurnGrace, "endTurnGrace");
      positive(idleTimeout, "idleTimeout");
      positive(sessionRetention, "sessionRetention");
      if (stubRetention.compareTo(sessionRetention) < 0) {
        throw new IllegalArgumentException("stubRetention is shorter than sessionRetention");
      }
      Objects.requireNonNull(watch, "watch is null");
    }

    Timers watching(OpenTurnLimits other) {
      return new Timers(stopGrace, endTurnGrace, idleTimeout, sessionRetention, stubRetention, other);
    }

    private static void positive(Duration value, String name) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(name + " is not positive");
      }
    }
  }
}
