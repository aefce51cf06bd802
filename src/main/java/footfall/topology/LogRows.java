package footfall.topology;

import footfall.pattern.Expired;
import footfall.view.Direction;
import footfall.wire.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The rows of the turn log; a pair of kinds for turns, one for sessions (03, 04) and one for alerts (05, 06):
 *
 * <pre>
 *   01  time                id         the record's JSON
 *       ms, 8 B big-endian  UTF-8
 *   02  id                             its time, 8 B
 *       UTF-8
 *   07  01, 03 or 05  id               the same, of a record without a time
 *   08  01, 03 or 05                   which records expired
 *   09  time                id         the digest of a turn
 *   0A                                 the time before which each turn has one, 8 B
 * </pre>
 *
 * Times before 1970 count as 1970; a record without a time has its ingestion time. A session that was forgotten
 * has an empty value and the time of its tombstone.
 */
final class LogRows {
    private static final byte UNTIMED = 7;
    private static final byte EXPIRED = 8;
    static final byte DIGEST = 9;
    static final Bytes DIGESTED = Bytes.wrap(new byte[] {10});
    private static final int DIGESTS_MAX = 2_000;
    private static final int EXPIRED_MAX = 500;
    private static final int HEAD = 1 + Long.BYTES;

    private final KeyValueStore<Bytes, byte[]> store;
    private final BiFunction<String, byte[], byte[]> digests;
    private final LogFloor floor = new LogFloor();
    private boolean isBegun;

    /** {@code digests}: makes the digest of a turn of its ID and its record; null for none. */
    LogRows(KeyValueStore<Bytes, byte[]> store, BiFunction<String, byte[], byte[]> digests) {
        this.store = store;
        this.digests = digests;
    }

    LogFloor floor() {
        return floor;
    }

    /** Inserts or moves a record. */
    void put(LogKind kind, String id, byte[] record, long at) {
        floor.lower(kind, at);
        var place = place(kind, id);
        var stood = store.get(place);
        boolean isMoved = stood == null || at(stood) != at;
        if (stood != null && isMoved) {
            delete(kind, at(stood), id);
        }
        if (kind == LogKind.TURN) {
            begin();
            digest(at, id, record);
        }
        store.put(row(kind, at, id), record);
        if (isMoved) {
            store.put(place, bytes(at));
        }
        if (isUntimed(kind, record)) {
            store.put(untimed(kind, id), bytes(at));
        } else if (!isMoved && store.get(untimed(kind, id)) != null) {
            store.delete(untimed(kind, id));
        }
    }

    /** An earlier build wrote turns without digests. A new log has none of them. */
    private void begin() {
        if (!isBegun && store.get(DIGESTED) == null) {
            try (var turns = store.range(row(LogKind.TURN, 0, ""), row(LogKind.TURN, Long.MAX_VALUE, ""))) {
                store.put(DIGESTED, bytes(turns.hasNext() ? 0 : Long.MAX_VALUE));
            }
        }
        isBegun = true;
    }

    private void digest(long at, String id, byte[] record) {
        store.put(row(DIGEST, at, id), digests.apply(id, record));
    }

    /** Writes digests of turns of an earlier build, in batches; returns whether there may be more. */
    boolean digest() {
        var before = store.get(DIGESTED);
        long from = before == null ? 0 : at(before);
        var turns = new ArrayList<KeyValue<Bytes, byte[]>>();
        if (from < Long.MAX_VALUE) {
            try (var rows = store.range(row(LogKind.TURN, from, ""), row(LogKind.TURN, Long.MAX_VALUE, ""))) {
                // All of a millisecond, or the next batch would begin with it again.
                while (rows.hasNext()
                        && (turns.size() < DIGESTS_MAX
                                || at(rows.peekNextKey()) == at(turns.get(turns.size() - 1).key))) {
                    turns.add(rows.next());
                }
            }
            turns.forEach(row -> digest(at(row.key), id(row.key), row.value));
        }
        boolean isMore = turns.size() >= DIGESTS_MAX;
        if (from < Long.MAX_VALUE && (before != null || !turns.isEmpty())) {
            store.put(DIGESTED, bytes(isMore ? at(turns.get(turns.size() - 1).key) + 1 : Long.MAX_VALUE));
        }
        return isMore;
    }

    /** Whether each turn has a digest. */
    static boolean hasDigests(ReadOnlyKeyValueStore<Bytes, byte[]> store) {
        var before = store.get(DIGESTED);
        return before != null && at(before) == Long.MAX_VALUE;
    }

    private static byte[] bytes(long at) {
        return ByteBuffer.allocate(Long.BYTES).putLong(at).array();
    }

    private static boolean isUntimed(LogKind kind, byte[] record) {
        return LoggedRecord.of(kind, record).filter(LoggedRecord::isUntimed).isPresent();
    }

    private void delete(LogKind kind, long at, String id) {
        var record = store.delete(row(kind, at, id));
        if (kind == LogKind.TURN) {
            store.delete(row(DIGEST, at, id));
        }
        if (record != null && isUntimed(kind, record)) {
            store.delete(untimed(kind, id));
        }
    }

    void withdraw(LogKind kind, String id) {
        var stood = store.delete(place(kind, id));
        if (stood != null) {
            delete(kind, at(stood), id);
        }
    }

    /** Does not keep a record, which expired before it came. */
    void drop(LogKind kind, String id, long at, long before) {
        withdraw(kind, id);
        var known = expired(store, kind);
        var now = Expired.with(known, Instant.ofEpochMilli(at), Instant.ofEpochMilli(before));
        if (!now.equals(known)) {
            expired(kind, now);
        }
    }

    private void expired(LogKind kind, Expired more) {
        if (more != null) {
            store.put(expiredKey(kind), Expired.KIND.bytes(Expired.merged(expired(store, kind), more)));
        }
    }

    /** The records that are not there, because they expired; null for none. */
    static Expired expired(ReadOnlyKeyValueStore<Bytes, byte[]> store, LogKind kind) {
        var stored = store.get(expiredKey(kind));
        return stored == null ? null : Expired.KIND.value(stored);
    }

    private static Bytes expiredKey(LogKind kind) {
        return Bytes.wrap(new byte[] {EXPIRED, kind.row()});
    }

    /** Withdraws a session and its alerts. Its alerts may also be read later than its tombstone. */
    void forget(String session, long timestamp) {
        placesOf(store, LogKind.ALERT, session).stream()
                .filter(alert -> isOf(session, alert))
                .forEach(alert -> withdraw(LogKind.ALERT, alert.id()));
        put(LogKind.SESSION, session, new byte[0], Math.max(0, timestamp));
    }

    private boolean isOf(String session, Place alert) {
        var stood = store.get(row(LogKind.ALERT, alert.at(), alert.id()));
        return stood != null
                && LoggedRecord.of(LogKind.ALERT, stood)
                        .filter(read -> session.equals(read.sessionId()))
                        .isPresent();
    }

    /** Whether a session was forgotten at or after {@code timestamp}. */
    boolean isForgotten(String session, long timestamp) {
        var stood = store.get(place(LogKind.SESSION, session));
        if (stood == null || at(stood) < timestamp) {
            return false;
        }
        var summary = store.get(row(LogKind.SESSION, at(stood), session));
        return summary != null && summary.length == 0;
    }

    /** Expires records before {@code millis}, in batches; returns whether there may be more. */
    boolean expire(long millis) {
        boolean isMore = false;
        for (var kind : LogKind.values()) {
            if (floor.of(kind) < millis) {
                isMore |= expire(kind, millis);
            }
        }
        return isMore;
    }

    private boolean expire(LogKind kind, long millis) {
        var expired = new ArrayList<Bytes>();
        Expired known = null;
        try (var rows = store.range(row(kind, floor.of(kind), ""), row(kind, millis, ""))) {
            while (rows.hasNext() && expired.size() < EXPIRED_MAX) {
                var row = rows.next();
                expired.add(row.key);
                if (row.value.length > 0) {
                    known = Expired.with(known, Instant.ofEpochMilli(at(row.key)), Instant.ofEpochMilli(millis));
                }
            }
        }
        expired(kind, known);
        for (var key : expired) {
            delete(kind, at(key), id(key));
            store.delete(place(kind, id(key)));
        }
        boolean isMore = expired.size() == EXPIRED_MAX;
        floor.raise(kind, isMore ? at(expired.get(EXPIRED_MAX - 1)) : millis);
        return isMore;
    }

    /** The position of a record. */
    record Place(String id, long at) {}

    /**
     * The positions of a session, or of its turns or alerts: their IDs begin with the session, or with the session
     * and a subagent. Those of another session may be among them, because IDs may contain these separators.
     */
    static List<Place> placesOf(ReadOnlyKeyValueStore<Bytes, byte[]> store, LogKind kind, String session) {
        if (kind == LogKind.SESSION) {
            var place = store.get(place(kind, session));
            return place == null ? List.of() : List.of(new Place(session, at(place)));
        }
        return Stream.of('/', ':')
                .flatMap(separator ->
                        places(store, place(kind, session + separator), place(kind, session + (char) (separator + 1))))
                .toList();
    }

    /** The rows with the positions of the sessions whose IDs start with this, in the order of their IDs. */
    static KeyValueIterator<Bytes, byte[]> sessions(ReadOnlyKeyValueStore<Bytes, byte[]> store, String prefix) {
        var from = place(LogKind.SESSION, prefix);
        return store.range(from, WriteBehindStore.after(from.get()));
    }

    /** The ID in the key of a row with a position. */
    static String idOfPlace(Bytes place) {
        return text(place, 1);
    }

    /** The rows with the positions of the records without a time, in the order of their IDs, beginning at one. */
    static KeyValueIterator<Bytes, byte[]> untimed(
            ReadOnlyKeyValueStore<Bytes, byte[]> store, LogKind kind, Optional<String> id, Direction direction) {
        var last = WriteBehindStore.after(untimed(kind, "").get());
        return direction == Direction.DESC
                ? store.reverseRange(
                        untimed(kind, ""), id.map(one -> untimed(kind, one)).orElse(last))
                : store.range(untimed(kind, id.orElse("")), last);
    }

    /** The position in a row of {@link #untimed}. */
    static Place ofUntimed(KeyValue<Bytes, byte[]> row) {
        return new Place(text(row.key, 2), at(row.value));
    }

    private static Stream<Place> places(ReadOnlyKeyValueStore<Bytes, byte[]> store, Bytes from, Bytes to) {
        var places = new ArrayList<Place>();
        try (var rows = store.range(from, to)) {
            rows.forEachRemaining(row -> {
                if (!row.key.equals(to)) {
                    places.add(new Place(text(row.key, 1), at(row.value)));
                }
            });
        }
        return places.stream();
    }

    /** The instant in a row that contains the position of a record. */
    static long at(byte[] place) {
        return ByteBuffer.wrap(place).getLong();
    }

    /** The time in the key of a record. */
    static long at(Bytes row) {
        return ByteBuffer.wrap(row.get()).getLong(1);
    }

    /** The ID in the key of a record. */
    static String id(Bytes row) {
        return text(row, HEAD);
    }

    private static String text(Bytes key, int from) {
        return new String(key.get(), from, key.get().length - from, StandardCharsets.UTF_8);
    }

    static Bytes row(LogKind kind, long at, String id) {
        return row(kind.row(), at, id);
    }

    /** {@code first}: that of the kind of rows. */
    static Bytes row(byte first, long at, String id) {
        var bytes = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(HEAD + bytes.length)
                .put(first)
                .putLong(at)
                .put(bytes)
                .array());
    }

    static Bytes place(LogKind kind, String id) {
        var bytes = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(1 + bytes.length)
                .put(kind.place())
                .put(bytes)
                .array());
    }

    static Bytes untimed(LogKind kind, String id) {
        var bytes = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(2 + bytes.length)
                .put(UNTIMED)
                .put(kind.row())
                .put(bytes)
                .array());
    }

    /** The fields of a record that the turn log needs; the rest stays raw bytes. */
    record LoggedRecord(Json.Head head) {
        /** Empty when the bytes are not a record of the kind. */
        static Optional<LoggedRecord> of(LogKind kind, byte[] json) {
            try {
                return Optional.of(new LoggedRecord(Json.head(json, kind.time())))
                        .filter(one -> one.hasPlace() && (kind != LogKind.ALERT || one.alertId() != null));
            } catch (SerializationException noRecord) {
                return Optional.empty();
            }
        }

        private boolean hasPlace() {
            return head.at() == null || Math.abs(head.at().getEpochSecond()) < Long.MAX_VALUE / 1_000;
        }

        /** Its position: the time in milliseconds since 1970, at least 0; without a time, the ingestion time. */
        long at(long arrival) {
            Instant at = head.at();
            return Math.max(0, at == null ? arrival : at.toEpochMilli());
        }

        boolean isUntimed() {
            return head.at() == null;
        }

        String alertId() {
            return head.texts().get("alert_id");
        }

        /** Null for an outage. */
        String sessionId() {
            return head.texts().get("session_id");
        }
    }

    /**
     * The time before which a partition of the turn log has no record of a kind, in milliseconds; 0 until the first
     * expiry. Written by the partition's task, read by all threads.
     */
    static final class LogFloor {
        private final AtomicLongArray floors = new AtomicLongArray(LogKind.values().length);

        long of(LogKind kind) {
            return floors.get(kind.ordinal());
        }

        /** A record with this time will be stored. */
        void lower(LogKind kind, long at) {
            floors.accumulateAndGet(kind.ordinal(), at, Math::min);
        }

        /** No record is left before this time. */
        void raise(LogKind kind, long at) {
            floors.accumulateAndGet(kind.ordinal(), at, Math::max);
        }
    }
}
