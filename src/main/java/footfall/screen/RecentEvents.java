package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.Views.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The newest events: the last {@code KEPT_MAX} closed turns by their latest revision but copies, the alerts by their
 * latest state, and rates. Sorted by event time, so that history is not shown as new. Not thread-safe.
 */
public final class RecentEvents {
    public static final int KEPT_MAX = 200;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int WINDOW_MAX = 100_000;

    private final List<Entry<Turn>> closed = new ArrayList<>();
    private final List<Entry<Alert>> alerts = new ArrayList<>();
    private final Deque<Instant> closings = new ArrayDeque<>();
    private final Duration newsAge;
    private long closedCount;
    private long raisedCount;
    private long copies;

    /** {@code newsAge}: a turn that ended longer ago when it arrives is history and not included in rates. */
    public RecentEvents(Duration newsAge) {
        this.newsAge = newsAge;
    }

    /** An event with its time: a turn's end or an alert's start. */
    public record Entry<T>(T what, Instant at) {}

    public void accept(Change change, Instant now) {
        if (change instanceof Change.Closed one && one.turn().prompt().copyOf() != null) {
            copy(one.turn());
        } else if (change instanceof Change.Closed one) {
            closed(one.turn(), now);
        } else if (change instanceof Change.Alerted one) {
            alerted(one.alert());
        }
    }

    /** A copy is only counted. It may have been taken for a turn of its own. */
    private void copy(Turn turn) {
        boolean wasOwn =
                closed.removeIf(seen -> seen.what.id().turnId().equals(turn.id().turnId()));
        closedCount -= wasOwn ? 1 : 0;
        copies += wasOwn || turn.revision() == 0 ? 1 : 0;
    }

    /** The levels of one alert are one: the highest. */
    private void alerted(Alert alert) {
        Predicate<Entry<Alert>> isSame =
                seen -> seen.what.subject().equals(alert.subject()) && seen.what.kind() == alert.kind();
        var raised = alerts.stream()
                .filter(isSame)
                .map(Entry::what)
                .filter(known -> known.state() == Alert.State.RAISED)
                .findFirst();
        raisedCount += alert.state() == Alert.State.RAISED && raised.isEmpty() ? 1 : 0;
        if (raised.isEmpty() || alert.level() >= raised.get().level()) {
            insert(alerts, new Entry<>(alert, alert.raisedAt()), isSame);
        }
    }

    private void closed(Turn turn, Instant now) {
        var ended = turn.span().endedAt() != null
                ? turn.span().endedAt()
                : turn.span().startedAt();
        boolean isKnown = insert(
                closed,
                new Entry<>(turn, ended == null ? now : ended),
                seen -> seen.what.id().turnId().equals(turn.id().turnId()));
        if (turn.revision() == 0 && !isKnown) {
            closedCount++;
            if (ended != null && !ended.isBefore(now.minus(newsAge))) {
                closings.addLast(now);
            }
            while (closings.size() > WINDOW_MAX) {
                closings.removeFirst();
            }
        }
    }

    /** Inserts by time, replacing an earlier version; returns whether there was one. */
    private static <T> boolean insert(List<Entry<T>> all, Entry<T> one, Predicate<Entry<T>> isSame) {
        boolean isKnown = all.removeIf(isSame);
        int place = 0;
        while (place < all.size() && all.get(place).at.isAfter(one.at)) {
            place++;
        }
        all.add(place, one);
        while (all.size() > KEPT_MAX) {
            all.remove(all.size() - 1);
        }
        return isKnown;
    }

    public List<Entry<Turn>> closed() {
        return List.copyOf(closed);
    }

    public List<Entry<Alert>> alerts() {
        return List.copyOf(alerts);
    }

    /** Turns that closed for the first time. */
    public long closedCount() {
        return closedCount;
    }

    /** Turns that a resumed or forked session repeats. */
    public long copies() {
        return copies;
    }

    public long raisedCount() {
        return raisedCount;
    }

    /** Turns that closed in the last minute, without history. */
    public int closedInAMinute(Instant now) {
        while (!closings.isEmpty() && closings.peekFirst().isBefore(now.minus(WINDOW))) {
            closings.removeFirst();
        }
        return closings.size();
    }

    /** Lines per second over the last seconds, from an increasing count. Not thread-safe. */
    public static final class LineRate {
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
}
