package footfall.turn;

import footfall.line.Hashes;
import footfall.line.Ids;
import footfall.line.LineEvents;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;

/**
 * The lines of each trail, by 64 bits of their uuids: agents write a session's history again, into the same file or
 * another. A tree of blocks: a line goes into the first block on its way that has room, and bits of its hash choose
 * among the 32 blocks below a full one. So a line reads at most 4 rows and writes one of at most 256 bytes, however
 * long the trail is. A full block of the last level forgets its oldest line.
 */
public final class SeenLines {
    static final int BLOCK_MAX = 32;

    private static final int BITS = 5;

    /** Blocks for 1,082,400 lines. */
    private static final int LEVELS = 4;

    private SeenLines() {}

    /** Whether no line of its trail had the ID before; then it is seen. A line without an ID is new. */
    public static boolean isNew(Rows rows, LineEvents line) {
        return line.id() == null || isNew(rows, TrailId.of(line.first().envelope()), Ids.hash(line.id()));
    }

    static boolean isNew(Rows rows, TrailId trail, long hash) {
        int block = 0;
        for (int level = 1; level <= LEVELS; level++) {
            var key = RowKey.turn(FoldRows.SEEN, trail, block);
            var stored = rows.get(key);
            var hashes = stored == null ? Hashes.NONE : stored;
            if (hashes.contains(hash)) {
                return false;
            } else if (hashes.size() < BLOCK_MAX || level == LEVELS) {
                rows.put(key, hashes.with(hash, BLOCK_MAX));
                return true;
            }
            block = (block << BITS) + 1 + (int) (hash >>> level * BITS & BLOCK_MAX - 1);
        }
        throw new IllegalStateException("the last level has room");
    }
}
