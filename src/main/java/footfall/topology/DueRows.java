package footfall.topology;

import footfall.line.SessionId;
import footfall.line.TrailId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

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
final class DueRows {
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
