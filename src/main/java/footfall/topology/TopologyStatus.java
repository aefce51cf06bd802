package footfall.topology;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.turn.Trail;
import footfall.turn.Turn;
import footfall.view.Change;
import footfall.view.Progress;
import footfall.view.TopologyMeter;
import footfall.view.Views;
import footfall.wire.RejectedLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * State for observers that needs no store: trails with an open turn, and the progress of each partition.
 * Updated by the stream threads after each flush, without blocking. Holds at most {@code OPEN_MAX} trails;
 * changes of further ones are reported, but they are not listed.
 */
public final class TopologyStatus {
    private static final int OPEN_MAX = 20_000;

    private final Map<TrailId, Open> open = new ConcurrentHashMap<>();
    private final Map<Integer, Progress> progress = new ConcurrentSkipListMap<>();
    private final List<Views.Listener> listeners = new CopyOnWriteArrayList<>();
    private final TopologyMeter meter;

    TopologyStatus() {
        this(TopologyMeter.NONE);
    }

    TopologyStatus(TopologyMeter meter) {
        this.meter = meter;
    }

    /** A trail with an open turn, and its partition. */
    record Open(int partition, TrailId id, Trail trail) {}

    /** A trail was flushed. */
    void wrote(int partition, TrailId id, Trail trail) {
        if (!trail.hasOpenTurn()) {
            open.remove(id);
            return;
        }
        var head = trail.head();
        var before = open.get(id);
        if (before != null || open.size() < OPEN_MAX) {
            open.put(id, new Open(partition, id, trail));
        }
        boolean isNews = before == null
                || before.trail.head().index() != head.index()
                || before.trail.head().length() != head.length();
        if (isNews) {
            notifyListeners(new Change.Grown(id, head.index(), head.length()));
        }
    }

    /** A partition was assigned again or revoked. */
    void revoked(int partition) {
        open.values().removeIf(one -> one.partition == partition);
        progress.remove(partition);
    }

    void progressed(Progress now) {
        if (!now.equals(progress.put(now.partition(), now))) {
            notifyListeners(new Change.Moved(now));
        }
    }

    TopologyMeter meter() {
        return meter;
    }

    /** The value of a record was forwarded. */
    void forwarded(Object value) {
        if (value instanceof Turn turn) {
            notifyListeners(new Change.Closed(turn));
        } else if (value instanceof Alert alert) {
            meter.alert(alert);
            notifyListeners(new Change.Alerted(alert));
        } else if (value instanceof RejectedLine rejected) {
            meter.rejected(rejected.reason());
        }
    }

    private void notifyListeners(Change change) {
        listeners.forEach(listener -> listener.changed(change));
    }

    Views.Listening listen(Views.Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    int openCount() {
        return open.size();
    }

    List<Open> open() {
        return List.copyOf(open.values());
    }

    Optional<Open> open(TrailId id) {
        return Optional.ofNullable(open.get(id));
    }

    List<Progress> progress() {
        return List.copyOf(progress.values());
    }
}
