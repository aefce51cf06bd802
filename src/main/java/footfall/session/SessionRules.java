package footfall.session;

import footfall.turn.Prices;
import java.time.Duration;
import java.util.Objects;

/**
 * What governs summaries. {@code interval}: how long after the first line that it does not tell of yet a
 * summary is sent, in arrival time, so at most one in that time.
 */
public record SessionRules(Duration interval, Prices prices) {
  public static final Duration INTERVAL = Duration.ofSeconds(2);

  public SessionRules {
    Objects.requireNonNull(prices, "prices is null");
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval is not positive");
    }
  }
}
