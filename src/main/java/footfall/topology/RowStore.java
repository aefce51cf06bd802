package footfall.topology;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.session.Deadlines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The fold's rows as a state store, cached as objects. What is put and deleted again between two commits (the
 * steps of a turn of history) never reaches store or changelog.
 */
final class RowStore extends WriteBehindStore implements Rows, Deadlines {
    private final StoreRows below;
    private final RowCache cache;
    private final TopologyStatus watch;
    private Runnable written = () -> {};
    private int partition;

    RowStore(KeyValueStore<Bytes, byte[]> store, TopologyStatus watch) {
        super(store);
        this.watch = watch;
        this.below = new StoreRows(store);
        this.cache = new RowCache(below);
    }

    @Override
    public <V> V get(RowKey<V> key) {
        return cache.get(key);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        cache.put(key, value);
    }

    @Override
    public void delete(RowKey<?> key) {
        cache.delete(key);
    }

    @Override
    public void begin(RowKey<?> prefix) {
        cache.begin(prefix);
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        cache.each(prefix, row);
    }

    @Override
    public void deleteAll(RowKey<?> prefix) {
        cache.deleteAll(prefix);
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        below.moveDeadline(trail, from, to);
    }

    @Override
    public void moveDeadline(SessionId session, Instant from, Instant to) {
        below.moveDeadline(session, from, to);
    }

    /** At most {@code max} sessions whose deadline is not after {@code now}, earliest first. */
    List<SessionId> dueSessions(Instant now, int max) {
        return below.dueSessions(now, max);
    }

    /** At most {@code max} trails whose deadline is not after {@code now}, earliest first. */
    List<TrailId> due(Instant now, int max) {
        return below.due(now, max);
    }

    /** At most {@code max} sessions whose deadline is later than {@code at}. */
    List<SessionId> laterSessions(Instant at, int max) {
        return below.laterSessions(at, max);
    }

    /** When the next trail or session may be due; far in the past while unknown. */
    Instant nextDue() {
        return below.nextDue();
    }

    /** As {@link StoreRows#unsettled}. */
    List<TrailId> unsettled(int max) {
        writeDown();
        return below.unsettled(max);
    }

    /** Flushes changes, then notifies observers, so that they can query them. */
    @Override
    void writeDown() {
        cache.flush();
        below.flush();
        below.eachWritten((id, trail) -> watch.wrote(partition, id, trail));
    }

    /**
     * {@code written}: runs on the stream thread after each flush and notification, until the task restarts.
     */
    void whenWritten(Runnable written) {
        this.written = written;
    }

    /**
     * Notifies observers of the open turns when a task starts. Returns trails with pending output whose last
     * line arrived after {@code now}: the clock was set back since.
     */
    List<TrailId> showOpenTurns(Instant now) {
        var ahead = new ArrayList<TrailId>();
        watch.revoked(partition);
        below.eachTrail((id, trail) -> {
            watch.wrote(partition, id, trail);
            if (trail.isAhead(now)) {
                ahead.add(id);
            }
        });
        return ahead;
    }

    @Override
    public void flushCache() {
        super.flushCache();
        written.run();
    }

    @Override
    void forget() {
        cache.clear();
        below.restart();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        written = () -> {};
        partition = context.taskId().partition();
        super.init(context, root);
    }
}
