package footfall.topology;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.Trail;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
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

    /**
     * A write-back cache of rows as objects. Holds about {@code ROWS_MAX} rows at most, in groups that are read
     * together; then changes are flushed and all rows evicted. A group that was created here, or read completely,
     * needs no reads from the store. The cost of a flush depends on the changes, not on the size of the cache.
     */
    static final class RowCache implements Rows {
        private static final int ROWS_MAX = 8_192;

        private final Rows below;
        private final Map<RowKey<?>, Group> groups = new HashMap<>();
        private final Map<RowKey<?>, Row> dirty = new HashMap<>();
        private int held;

        RowCache(Rows below) {
            this.below = below;
        }

        private static final class Group {
            private final Map<RowKey<?>, Row> rows = new HashMap<>();
            private boolean isWhole;
        }

        /** {@code value} is null for a deleted row; {@code isBelow}: it may be in the store. */
        private static final class Row {
            private Object value;
            private boolean isBelow;
        }

        @Override
        @SuppressWarnings("unchecked") // The value of a key always has the type of its kind.
        public <V> V get(RowKey<V> key) {
            var group = group(key.group());
            var row = group.rows.get(key);
            if (row == null) {
                row = new Row();
                row.value = group.isWhole ? null : below.get(key);
                row.isBelow = row.value != null;
                hold(group, key, row);
            }
            return (V) row.value;
        }

        @Override
        public <V> void put(RowKey<V> key, V value) {
            set(key, value);
        }

        private void set(RowKey<?> key, Object value) {
            var group = group(key.group());
            var row = group.rows.get(key);
            if (row == null) {
                row = new Row();
                row.isBelow = !group.isWhole;
                hold(group, key, row);
            }
            row.value = value;
            dirty.put(key, row);
            if (held > ROWS_MAX) {
                flush();
                clear();
            }
        }

        @Override
        public void delete(RowKey<?> key) {
            set(key, null);
        }

        @Override
        public void begin(RowKey<?> prefix) {
            group(prefix).isWhole = true;
        }

        @Override
        @SuppressWarnings("unchecked") // As in get.
        public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
            for (var entry : new ArrayList<>(whole(prefix).rows.entrySet())) {
                if (entry.getValue().value != null && entry.getKey().isBelow(prefix)) {
                    row.accept((RowKey<V>) entry.getKey(), (V) entry.getValue().value);
                }
            }
        }

        @Override
        public void moveDeadline(TrailId trail, Instant from, Instant to) {
            below.moveDeadline(trail, from, to);
        }

        private <V> Group whole(RowKey<V> prefix) {
            var group = group(prefix.group());
            if (!group.isWhole) {
                below.each(prefix.group(), (key, value) -> {
                    if (!group.rows.containsKey(key)) {
                        var row = new Row();
                        row.value = value;
                        row.isBelow = true;
                        hold(group, key, row);
                    }
                });
                group.isWhole = true;
            }
            return group;
        }

        private Group group(RowKey<?> prefix) {
            return groups.computeIfAbsent(prefix, none -> {
                held++; // An empty group takes memory, too.
                return new Group();
            });
        }

        private void hold(Group group, RowKey<?> key, Row row) {
            group.rows.put(key, row);
            held++;
        }

        /** Flushes changes. Rows that were created and deleted since the last flush are never written. */
        void flush() {
            dirty.forEach((key, row) -> {
                if (row.value != null) {
                    write(key, row.value);
                    row.isBelow = true;
                } else {
                    if (row.isBelow) {
                        below.delete(key);
                    }
                    letGo(key);
                }
            });
            dirty.clear();
        }

        private void letGo(RowKey<?> key) {
            var groupKey = key.group();
            var group = groups.get(groupKey);
            if (group.rows.remove(key) != null) {
                held--;
            }
            if (group.rows.isEmpty()) {
                groups.remove(groupKey);
                held--;
            }
        }

        @SuppressWarnings("unchecked") // As in get.
        private <V> void write(RowKey<V> key, Object value) {
            below.put(key, (V) value);
        }

        void clear() {
            groups.clear();
            dirty.clear();
            held = 0;
        }
    }
}
