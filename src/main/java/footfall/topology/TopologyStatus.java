package footfall.topology;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.pattern.UsageTally.UsageHours;
import footfall.topology.LogRows.LogFloor;
import footfall.turn.Trail;
import footfall.turn.Turn;
import footfall.view.Readiness.Progress;
import footfall.view.TopologyMeter;
import footfall.view.Views;
import footfall.view.Views.Change;
import footfall.wire.RejectedLine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * State for observers that needs no store: trails with an open turn, the partitions whose trails these are, and the
 * progress of each partition.
 * Updated by the stream threads after each flush, without blocking. Holds at most {@code OPEN_MAX} trails;
 * changes of further ones are reported, but they are not listed.
 */
public final class TopologyStatus {
    private static final int OPEN_MAX = 20_000;

    private final Map<TrailId, Open> open = new ConcurrentHashMap<>();
    /** A new object each time a partition is assigned. */
    private final Map<Integer, Object> processed = new ConcurrentHashMap<>();

    /** The changelogs of the stores whose tasks process records now. */
    private final Set<TopicPartition> running = ConcurrentHashMap.newKeySet();

    private final Map<Integer, LogFloor> floors = new ConcurrentHashMap<>();
    private final Map<Integer, UsageHours> hours = new ConcurrentHashMap<>();
    private final Map<Integer, Progress> progress = new ConcurrentSkipListMap<>();
    private final List<Views.Listener> listeners = new CopyOnWriteArrayList<>();
    private final TopologyMeter meter;
    private volatile Instant historyBefore;

    TopologyStatus() {
        this(TopologyMeter.NONE);
    }

    TopologyStatus(TopologyMeter meter) {
        this.meter = meter;
    }

    /** A trail with an open turn, and its partition. */
    record Open(int partition, TrailId id, Trail trail) {}

    /** The active task of the store with this changelog processes records from now on. */
    void started(TopicPartition changelog) {
        running.add(changelog);
    }

    /** It is suspended, closed, or becomes a standby. */
    void stopped(TopicPartition changelog) {
        running.remove(changelog);
    }

    /** This instance writes a partition of the turn log from now on. */
    void logStarted(int partition, LogFloor floor) {
        floors.put(partition, floor);
    }

    void logStopped(int partition, LogFloor floor) {
        floors.remove(partition, floor);
    }

    /** This instance writes a partition of the tally from now on. */
    void hoursStarted(int partition, UsageHours ofPartition) {
        hours.put(partition, ofPartition);
    }

    void hoursStopped(int partition, UsageHours ofPartition) {
        hours.remove(partition, ofPartition);
    }

    /** Of all partitions of the tally that this instance writes. */
    Map<Instant, UsageHours.Sum> hours() {
        return UsageHours.sums(hours.values());
    }

    /** That of a partition of the turn log, if this instance writes it. */
    Optional<LogFloor> floor(int partition) {
        return Optional.ofNullable(floors.get(partition));
    }

    /** The partitions that this instance processes, of the store with this changelog topic. */
    List<Integer> running(String changelog) {
        return running.stream()
                .filter(one -> one.topic().equals(changelog))
                .map(TopicPartition::partition)
                .toList();
    }

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
        processed.remove(partition); // First: see open(int).
        open.values().removeIf(one -> one.partition == partition);
        progress.remove(partition);
    }

    /** All open turns of a partition are known, and from now on its changes. */
    void assigned(int partition) {
        processed.put(partition, new Object());
    }

    void progressed(Progress now) {
        if (!now.equals(progress.put(now.partition(), now))) {
            notifyListeners(new Change.Moved(now));
        }
    }

    /** Turns came that started before the first one that is kept. */
    void historyArrived(Instant firstKept) {
        historyBefore = firstKept;
    }

    /** Where turns are kept from, if earlier ones came since the start. */
    Optional<Instant> historyBefore() {
        return Optional.ofNullable(historyBefore);
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

    /**
     * Those of one partition. Throws {@link InvalidStateStoreException} when this instance does not process the
     * partition, or lost or got it meanwhile.
     */
    List<Open> open(int partition) {
        var assigned = processed.get(partition);
        var found =
                open.values().stream().filter(one -> one.partition == partition).toList();
        if (assigned == null || processed.get(partition) != assigned) {
            throw new InvalidStateStoreException("partition " + partition + " is not processed by this instance");
        }
        return found;
    }

    Optional<Open> open(TrailId id) {
        return Optional.ofNullable(open.get(id));
    }

    List<Progress> progress() {
        return List.copyOf(progress.values());
    }
}
