package footfall.alert;

import java.time.Duration;
import java.util.List;

/**
 * What is worth an alert. A turn is alerted at more than 1, 4 and 10 times {@code lengthThreshold} steps.
 * {@code alertMaxAge}: a line older than that at its arrival is history, and history is silent.
 */
public record AlertRules(int lengthThreshold, Duration alertMaxAge) {
  static final List<Integer> LENGTH_FACTORS = List.of(1, 4, 10);
  public static final Duration ALERT_MAX_AGE = Duration.ofMinutes(10);

  public AlertRules {
    if (lengthThreshold < 1) {
      throw new IllegalArgumentException("lengthThreshold is below 1");
    }
    if (alertMaxAge.isNegative() || alertMaxAge.isZero()) {
      throw new IllegalArgumentException("alertMaxAge is not positive");
    }
  }

  /** The highest level whose limit the length is over, 0 for none. */
  int lengthLevel(int length) {
    int level = 0;
    while (level < LENGTH_FACTORS.size() && length > lengthLimit(level + 1)) {
      level++;
    }
    return level;
  }

  /** Steps that a turn may have without an alert of the level. */
  int lengthLimit(int level) {
    return Math.multiplyExact(lengthThreshold, LENGTH_FACTORS.get(level - 1));
  }
}
