package footfall.pattern;

import footfall.row.RowKind;
import footfall.turn.Way;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The ways of a failure's recoveries in the rows of a tally. A change of a way costs its two rows, however many ways
 * there are. A subject in keys is as in {@link TallyKey}.
 *
 * <pre>
 *   07  subject  way             its count
 *       16 B     UTF-8
 *   08  subject  -count  way     the same, the most frequent first
 *       16 B     8 B     UTF-8
 * </pre>
 */
final class StoredWays {
    private static final byte COUNT_CODE = 7;
    private static final byte RANK_CODE = 8;
    private static final int PRINT = 16;

    private static final RowKind<Long> COUNT = new RowKind<>(COUNT_CODE, "tally way", Long.class);
    private static final RowKind<Long> RANK = new RowKind<>(RANK_CODE, "tally way rank", Long.class);
    static final List<RowKind<?>> KINDS = List.of(COUNT, RANK);

    private final TallyRows rows;

    StoredWays(TallyRows rows) {
        this.rows = rows;
    }

    /** Replaces the ways of a part by those of another; either may be null. */
    void change(byte[] subject, SubjectPart removed, SubjectPart added) {
        var before = removed == null ? List.<Way>of() : removed.ways();
        var after = added == null ? List.<Way>of() : added.ways();
        if (!before.equals(after)) {
            before.forEach(way -> add(subject, way.way(), -way.count()));
            after.forEach(way -> add(subject, way.way(), way.count()));
        }
    }

    private void add(byte[] subject, String way, long change) {
        var key = key(COUNT_CODE, subject, way);
        var stored = rows.get(key);
        long before = stored == null ? 0 : COUNT.value(stored);
        long count = before + change;
        if (before > 0) {
            rows.delete(rankKey(subject, before, way));
        }
        if (count > 0) {
            rows.put(key, COUNT.bytes(count));
            rows.put(rankKey(subject, count, way), RANK.bytes(count));
        } else {
            rows.delete(key);
        }
    }

    /** At most {@code max}, the most frequent first, ties by the bytes of the way. */
    List<Way> top(byte[] subject, int max) {
        return rows.first(key(RANK_CODE, subject, ""), max).stream()
                .map(row -> new Way(way(row.key(), 1 + PRINT + Long.BYTES), RANK.value(row.value())))
                .toList();
    }

    void delete(byte[] subject) {
        for (byte code : new byte[] {COUNT_CODE, RANK_CODE}) {
            rows.first(key(code, subject, ""), Integer.MAX_VALUE).forEach(row -> rows.delete(row.key()));
        }
    }

    private static byte[] key(byte code, byte[] subject, String way) {
        var text = way.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + PRINT + text.length)
                .put(code)
                .put(subject)
                .put(text)
                .array();
    }

    private static byte[] rankKey(byte[] subject, long count, String way) {
        var text = way.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + PRINT + Long.BYTES + text.length)
                .put(RANK_CODE)
                .put(subject)
                .putLong(~count)
                .put(text)
                .array();
    }

    private static String way(byte[] key, int from) {
        return new String(key, from, key.length - from, StandardCharsets.UTF_8);
    }
}
