package footfall.screen;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Lines per second over the last seconds, from an increasing count. Not thread-safe. */
public final class LineRate {
    private static final Duration WINDOW = Duration.ofSeconds(5);

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long count, Instant at) {}

    /** The rate at this count; {@code now} must not decrease. */
    public double at(long count, Instant now) {
        // The count decreases when a partition is revoked.
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
