package footfall.topology;

import footfall.line.TrailId;
import footfall.turn.Trail;
import footfall.view.Change;
import footfall.view.Progress;
import footfall.view.Views;
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

    void notifyListeners(Change change) {
        listeners.forEach(listener -> listener.changed(change));
    }

    Views.Listening listen(Views.Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
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
