package footfall.screen;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Lines a second over the last seconds, from a count that only grows. Belongs to one thread. */
public final class LineRate {
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(long count, Instant at) {}

  /** The rate now that the count is this; {@code now} never goes back. */
  public double at(long count, Instant now) {
    // A partition that left took its lines with it.
    samples.removeIf(sample -> sample.count > count);
    while (samples.size() > 1 && samples.peekFirst().at.isBefore(now.minus(WINDOW))) {
      samples.removeFirst();
    }
    if (samples.isEmpty() || samples.peekLast().count != count || samples.size() == 1) {
      samples.addLast(new Sample(count, now));
    }
    var first = samples.peekFirst();
    long millis = Math.max(Duration.between(first.at, now).toMillis(), 1_000);
    return Duration.between(first.at, now).compareTo(WINDOW.multipliedBy(2)) > 0
        ? 0
        : (count - first.count) * 1_000.0 / millis;
  }
}
