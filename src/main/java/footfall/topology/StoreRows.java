package footfall.topology;

import footfall.alert.TurnAlerts;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import footfall.session.SessionFold;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import footfall.turn.Trail;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The rows of the folds in a state store, with the deadlines of trails and sessions. */
final class StoreRows implements Rows, SessionFold.Deadlines {
    private static final Bytes FIRST_TRAIL = Bytes.wrap(new byte[] {FoldRows.TRAIL.code()});
    private static final Bytes AFTER_TRAILS = Bytes.wrap(new byte[] {FoldRows.STEP.code()});
    /** Read by session. Few sessions have rows of all of them. */
    static final List<RowKind<?>> OF_SESSIONS = Stream.concat(
                    Stream.of(FoldRows.EMITTED, FoldRows.PAST, FoldRows.CALL, FoldRows.PARENT, FoldRows.PROJECT),
                    Stream.concat(Stream.of(OpenTurnFold.ROW, TurnAlerts.ROW), SessionFold.KINDS.stream()))
            .toList();

    private final KeyValueStore<Bytes, byte[]> store;
    private final Map<TrailId, Trail> written = new LinkedHashMap<>();
    private final DueRows trails;
    private final DueRows sessions;
    private Bytes settledBefore = FIRST_TRAIL;

    StoreRows(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        this.trails = new DueRows(store, DueRows.OF_TRAILS);
        this.sessions = new DueRows(store, DueRows.OF_SESSIONS);
    }

    /** Clears cached state after the store's content changed. */
    void restart() {
        trails.restart();
        sessions.restart();
        written.clear();
        settledBefore = FIRST_TRAIL;
    }

    @Override
    public <V> V get(RowKey<V> key) {
        var bytes = store.get(Bytes.wrap(key.bytes()));
        return bytes == null ? null : key.kind().value(bytes);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        store.put(Bytes.wrap(key.bytes()), key.kind().bytes(value));
        if (value instanceof Trail trail) {
            written.put(key.trailId(), trail);
        }
    }

    /** Flushes deadlines that moved; rows are written when they are put. */
    void flush() {
        trails.flush();
        sessions.flush();
    }

    /** The trails put since the last call. */
    void eachWritten(BiConsumer<TrailId, Trail> trail) {
        written.forEach(trail);
        written.clear();
    }

    /** All trails. */
    void eachTrail(BiConsumer<TrailId, Trail> trail) {
        try (var rows = trailsFrom(FIRST_TRAIL)) {
            while (rows.hasNext()) {
                var row = rows.next();
                if (row.key.get()[0] == FoldRows.TRAIL.code()) {
                    trail.accept(
                            RowKey.parse(FoldRows.TRAIL, row.key.get()).trailId(), FoldRows.TRAIL.value(row.value));
                }
            }
        }
    }

    /** The trails of the sessions after one, null for all, in order, until {@code trail} returns false. */
    void eachTrailAfter(SessionId session, BiPredicate<TrailId, Trail> trail) {
        try (var rows = trailsFrom(session == null ? FIRST_TRAIL : afterSession(FoldRows.TRAIL, session))) {
            boolean goesOn = true;
            while (goesOn && rows.hasNext()) {
                var row = rows.next();
                goesOn = row.key.get()[0] != FoldRows.TRAIL.code()
                        || trail.test(
                                RowKey.parse(FoldRows.TRAIL, row.key.get()).trailId(), FoldRows.TRAIL.value(row.value));
            }
        }
    }

    /** Which sessions of a range have rows of a kind; {@code first} and {@code last} in the order of keys. */
    Set<SessionId> having(RowKind<?> kind, SessionId first, SessionId last) {
        var found = new HashSet<SessionId>();
        var from = Bytes.wrap(RowKey.all(kind, first).bytes());
        try (var rows = store.range(from, afterSession(kind, last))) {
            rows.forEachRemaining(
                    row -> found.add(RowKey.parse(kind, row.key.get()).session()));
        }
        return found;
    }

    /** Keys of a session's rows begin with the session and a zero. */
    private static Bytes afterSession(RowKind<?> kind, SessionId session) {
        var key = RowKey.all(kind, session).bytes();
        key[key.length - 1] = 1;
        return Bytes.wrap(key);
    }

    private KeyValueIterator<Bytes, byte[]> trailsFrom(Bytes from) {
        return store.range(from, AFTER_TRAILS);
    }

    @Override
    public void delete(RowKey<?> key) {
        store.delete(Bytes.wrap(key.bytes()));
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        for (var found : below(prefix.bytes())) {
            row.accept(
                    RowKey.parse(prefix.kind(), found.key.get()), prefix.kind().value(found.value));
        }
    }

    @Override
    public void deleteAll(RowKey<?> prefix) {
        below(prefix.bytes()).forEach(found -> store.delete(found.key));
    }

    private List<KeyValue<Bytes, byte[]>> below(byte[] prefix) {
        try (var iterator = store.prefixScan(prefix, new ByteArraySerializer())) {
            var found = new ArrayList<KeyValue<Bytes, byte[]>>();
            iterator.forEachRemaining(found::add);
            return found;
        }
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        trails.move(trail, from, to);
    }

    @Override
    public void moveDeadline(SessionId session, Instant from, Instant to) {
        sessions.move(new TrailId(session, null), from, to);
    }

    /** At most {@code max} trails whose deadline is not after {@code now}, earliest first. */
    List<TrailId> due(Instant now, int max) {
        return trails.due(now, max);
    }

    /** The same for sessions. */
    List<SessionId> dueSessions(Instant now, int max) {
        return sessions.due(now, max).stream().map(TrailId::session).toList();
    }

    /** At most {@code max} sessions whose deadline is later than {@code at}. */
    List<SessionId> laterSessions(Instant at, int max) {
        return sessions.later(at, max).stream().map(TrailId::session).toList();
    }

    /** When the next trail or session may be due; far in the past while unknown. */
    Instant nextDue() {
        return Instant.ofEpochMilli(Math.min(trails.next(), sessions.next()));
    }

    /**
     * At most {@code max} trails with pending output. The next call continues after them, and starts over after
     * the last trail. So returning all trails reads each row a few times in total, not once per call.
     */
    List<TrailId> unsettled(int max) {
        var found = new ArrayList<TrailId>();
        try (var rows = trailsFrom(settledBefore)) {
            settledBefore = FIRST_TRAIL;
            while (rows.hasNext()) {
                var row = rows.next();
                if (row.key.get()[0] == FoldRows.TRAIL.code()
                        && FoldRows.TRAIL.value(row.value).isUnsettled()) {
                    if (found.size() == max) {
                        settledBefore = row.key;
                        break;
                    }
                    found.add(RowKey.parse(FoldRows.TRAIL, row.key.get()).trailId());
                }
            }
        }
        return found;
    }

    /**
     * Deadlines of one kind in a state store, in order of time; those of sessions stand under their main trail:
     *
     * <pre>
     *   7F or 7E  instant             session  00  agent
     *   1 B       ms, 8 B big-endian  UTF-8        UTF-8
     * </pre>
     *
     * The earliest deadline is remembered, so that a tick with nothing due reads nothing. A scan begins at the
     * first deadline of the scan before it: RocksDB steps over each deleted row (by design, so no upstream issue), and
     * all rows before that one are deleted.
     */
    static final class DueRows {
        static final byte OF_TRAILS = 0x7F;
        static final byte OF_SESSIONS = 0x7E;
        private static final byte[] NOTHING = {};

        private final KeyValueStore<Bytes, byte[]> store;
        private final byte code;
        private final Map<TrailId, Move> moves = new HashMap<>();
        private long earliest = Long.MIN_VALUE;
        private long noneBefore;

        DueRows(KeyValueStore<Bytes, byte[]> store, byte code) {
            this.store = store;
            this.code = code;
        }

        /** The changes for one trail since the last flush; null for no deadline. */
        private record Move(Instant from, Instant to) {
            Move then(Move next) {
                return new Move(from, next.to);
            }
        }

        /** Clears cached state after the store's content changed. */
        void restart() {
            moves.clear();
            earliest = Long.MIN_VALUE;
            noneBefore = 0;
        }

        /** {@code from} and {@code to} are null for none. */
        void move(TrailId trail, Instant from, Instant to) {
            moves.merge(trail, new Move(from, to), Move::then);
            if (to != null) {
                earliest = Math.min(earliest, to.toEpochMilli());
                noneBefore = Math.min(noneBefore, to.toEpochMilli());
            }
        }

        /** Flushes changes: of a deadline that moved several times, only the last move. */
        void flush() {
            moves.forEach((trail, move) -> {
                if (move.from != null && !move.from.equals(move.to)) {
                    store.put(deadline(move.from.toEpochMilli(), trail), null); // delete() would read the row first
                }
                if (move.to != null && !move.to.equals(move.from)) {
                    store.put(deadline(move.to.toEpochMilli(), trail), NOTHING);
                }
            });
            moves.clear();
        }

        /** When the next may be due, in milliseconds; far in the past while unknown. */
        long next() {
            return earliest;
        }

        /** At most {@code max} whose deadline is not after {@code now}, earliest first. */
        List<TrailId> due(Instant now, int max) {
            if (now.toEpochMilli() < earliest) {
                return List.of();
            }
            var found = first(max);
            var due = new ArrayList<TrailId>();
            earliest = Long.MAX_VALUE;
            for (var row : found) {
                long at = instant(row);
                if (at > now.toEpochMilli()) {
                    earliest = at;
                    break;
                }
                due.add(trail(row.key.get()));
            }
            if (due.size() == found.size() && !due.isEmpty()) {
                earliest = Long.MIN_VALUE;
            }
            return due;
        }

        /** At most {@code max} whose deadline is later than {@code at}. */
        List<TrailId> later(Instant at, int max) {
            return between(at.toEpochMilli() + 1, max).stream()
                    .map(row -> trail(row.key.get()))
                    .toList();
        }

        private List<KeyValue<Bytes, byte[]>> first(int max) {
            var found = between(noneBefore, max);
            noneBefore = found.isEmpty() ? Long.MAX_VALUE : instant(found.get(0));
            return found;
        }

        private static long instant(KeyValue<Bytes, byte[]> row) {
            return ByteBuffer.wrap(row.key.get()).getLong(1);
        }

        private List<KeyValue<Bytes, byte[]>> between(long from, int max) {
            flush();
            try (var iterator = store.range(bound(from), bound(Long.MAX_VALUE))) {
                var found = new ArrayList<KeyValue<Bytes, byte[]>>();
                while (iterator.hasNext() && found.size() < max) {
                    found.add(iterator.next());
                }
                return found;
            }
        }

        private Bytes bound(long millis) {
            return Bytes.wrap(ByteBuffer.allocate(9).put(code).putLong(millis).array());
        }

        private Bytes deadline(long millis, TrailId trail) {
            var session = trail.session().value().getBytes(StandardCharsets.UTF_8);
            var agent = (trail.agent() == null ? "" : trail.agent()).getBytes(StandardCharsets.UTF_8);
            var key = ByteBuffer.allocate(10 + session.length + agent.length);
            return Bytes.wrap(key.put(code)
                    .putLong(millis)
                    .put(session)
                    .put((byte) 0)
                    .put(agent)
                    .array());
        }

        private static TrailId trail(byte[] key) {
            int zero = 9;
            while (key[zero] != 0) {
                zero++;
            }
            var session = new String(Arrays.copyOfRange(key, 9, zero), StandardCharsets.UTF_8);
            var agent = new String(Arrays.copyOfRange(key, zero + 1, key.length), StandardCharsets.UTF_8);
            return new TrailId(new SessionId(session), agent.isEmpty() ? null : agent);
        }
    }
}
