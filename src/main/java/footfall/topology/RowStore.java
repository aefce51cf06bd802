package footfall.topology;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.Trail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The fold's rows as a state store, cached as objects. What is put and deleted again between two commits (the
 * steps of a turn of history) never reaches store or changelog.
 */
final class RowStore extends WriteBehindStore {
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

    /** The rows as the fold sees them. */
    Rows rows() {
        return cache;
    }

    /** The deadlines, which are not cached as rows. */
    StoreRows deadlines() {
        return below;
    }

    /** As {@link StoreRows#unsettled}. */
    List<TrailId> unsettled(int max) {
        writeDown();
        return below.unsettled(max);
    }

    /** As {@link StoreRows#eachTrailAfter}. */
    void eachTrailAfter(SessionId session, BiPredicate<TrailId, Trail> trail) {
        writeDown();
        below.eachTrailAfter(session, trail);
    }

    /**
     * Finds out which of these sessions, in the order of keys, have no rows of a kind, so that these are not
     * searched for. RocksDB steps over deleted rows: after an empty search it would visit those of all sessions
     * that were deleted before.
     */
    void noteAbsent(List<SessionId> sessions) {
        writeDown();
        for (var kind : StoreRows.OF_SESSIONS) {
            var there = below.having(kind, sessions.get(0), sessions.get(sessions.size() - 1));
            sessions.stream()
                    .filter(session -> !there.contains(session))
                    .forEach(session -> cache.begin(RowKey.all(kind, session)));
        }
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
     * Notifies observers of the open turns when a task starts, and {@code live} of those that got a recent line last.
     * Returns trails with pending output whose last line arrived after {@code now}: the clock was set back since.
     */
    List<TrailId> showOpenTurns(Instant now, Consumer<List<TrailId>> live) {
        var ahead = new ArrayList<TrailId>();
        var growing = new ArrayList<TrailId>();
        watch.revoked(partition);
        below.eachTrail((id, trail) -> {
            watch.wrote(partition, id, trail);
            if (trail.isAhead(now)) {
                ahead.add(id);
            }
            if (trail.live() && trail.hasOpenTurn()) {
                growing.add(id);
            }
        });
        live.accept(growing);
        watch.assigned(partition);
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
