package footfall.turn;

import footfall.line.Hashes;
import footfall.line.Ids;
import footfall.line.LineEvents;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;

/**
 * The lines of each session, by 64 bits of their uuids: agents write a session's history again, into the same file or
 * another. A tree of blocks: a line goes into the first block on its way that has room, and bits of its hash choose
 * among the 32 blocks below a full one. So a line reads at most 4 rows and writes one of at most 256 bytes, however
 * long the session is. A full block of the last level forgets its oldest line.
 */
public final class SeenLines {
    static final int BLOCK_MAX = 32;

    private static final int BITS = 5;

    /** Odd, with half of its bits set, so that the hashes of versions differ in every part. */
    private static final long READER_FACTOR = 0x9E3779B97F4A7C15L;

    /** Blocks for 1,082,400 lines. */
    private static final int LEVELS = 4;

    private SeenLines() {}

    /** Whether no line of the session had the ID before; then it is seen. A line without an ID is new. */
    public static boolean isNew(Rows rows, SessionId session, LineEvents line) {
        return isNew(rows, session, line, 0);
    }

    /** To another version of the reader, all lines are new. */
    static boolean isNew(Rows rows, SessionId session, LineEvents line, int reader) {
        return line.id() == null || isNew(rows, session, Ids.hash(line.id()) + reader * READER_FACTOR);
    }

    static boolean isNew(Rows rows, SessionId session, long hash) {
        int block = 0;
        for (int level = 1; level <= LEVELS; level++) {
            var key = key(session, block);
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

    /** Forgets the lines of a session. */
    static void delete(Rows rows, SessionId session) {
        rows.deleteAll(RowKey.all(FoldRows.SEEN, session));
    }

    private static RowKey<Hashes> key(SessionId session, int block) {
        return RowKey.turn(FoldRows.SEEN, new TrailId(session, null), block);
    }
}
