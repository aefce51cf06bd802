package footfall.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The rows of the turn log:
 *
 * <pre>
 *   01  started_at          turn_id    the turn's JSON
 *       ms, 8 B big-endian  UTF-8
 *   02  turn_id                        started_at, 8 B
 *       UTF-8
 * </pre>
 *
 * Times before 1970 count as 1970; a turn without a start is ordered by ingestion time.
 */
final class LogRows {
    private static final byte TURN = 1;
    private static final byte PLACE = 2;
    private static final int EXPIRED_MAX = 500;

    private final KeyValueStore<Bytes, byte[]> store;

    LogRows(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** Inserts or moves a turn. */
    void put(String turnId, byte[] turn, long at) {
        var place = place(turnId);
        var stood = store.get(place);
        boolean isMoved = stood == null || at(stood) != at;
        if (stood != null && isMoved) {
            store.delete(turn(at(stood), turnId));
        }
        store.put(turn(at, turnId), turn);
        if (isMoved) {
            store.put(place, ByteBuffer.allocate(Long.BYTES).putLong(at).array());
        }
    }

    void withdraw(String turnId) {
        var stood = store.delete(place(turnId));
        if (stood != null) {
            store.delete(turn(at(stood), turnId));
        }
    }

    /** Expires turns that started before {@code millis}, in batches. */
    void expire(long millis) {
        var expired = new ArrayList<Bytes>();
        try (var rows = store.range(turn(0, ""), turn(Math.max(0, millis), ""))) {
            while (rows.hasNext() && expired.size() < EXPIRED_MAX) {
                expired.add(rows.next().key);
            }
        }
        for (var key : expired) {
            var turnId = new String(key.get(), 9, key.get().length - 9, StandardCharsets.UTF_8);
            store.delete(key);
            store.delete(place(turnId));
        }
    }

    /** Whether this is a complete row of the log, including the key. */
    static boolean isRow(byte[] key, byte[] value) {
        if (key.length > 1 && key[0] == PLACE) {
            return value.length == Long.BYTES && at(value) >= 0;
        }
        return key.length > 1 + Long.BYTES
                && key[0] == TURN
                && ByteBuffer.wrap(key).getLong(1) >= 0
                && LoggedTurn.of(value).isPresent();
    }

    /** The instant in a row that contains the position of a turn. */
    static long at(byte[] place) {
        return ByteBuffer.wrap(place).getLong();
    }

    static Bytes turn(long at, String turnId) {
        var id = turnId.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(9 + id.length).put(TURN).putLong(at).put(id).array());
    }

    static Bytes place(String turnId) {
        var id = turnId.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(1 + id.length).put(PLACE).put(id).array());
    }
}
