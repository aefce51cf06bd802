package footfall.ship;

import footfall.line.BoundedMap;
import footfall.line.OwnerUuids;
import footfall.tail.Cursor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The shipped part of a file. {@code previous}: the offset of the last line sent, by session; limited to the
 * sessions sent most recently. {@code skippedTo}: lines
 * before this offset were not sent; 0 if all were sent. {@code owners}: of the copies, at the
 * cursor.
 */
record CheckpointEntry(Cursor cursor, Map<String, Long> previous, long skippedTo, OwnerUuids.State owners) {
    /** Few sessions share a file. If more do, gaps in the lines of older sessions are not detected. */
    private static final int SESSIONS_MAX = 256;

    CheckpointEntry {
        previous = previous.size() <= 1
                ? Map.copyOf(previous)
                : Collections.unmodifiableMap(new LinkedHashMap<>(previous));
    }

    /** The entry of a file before any line was shipped. */
    static CheckpointEntry start(Cursor cursor) {
        return new CheckpointEntry(cursor, Map.of(), 0, OwnerUuids.State.BEGIN);
    }

    /** A mutable copy of {@link #previous} that evicts the session put least recently. */
    Map<String, Long> previousNow() {
        Map<String, Long> now = BoundedMap.evictingLeastRecentlyUsed(SESSIONS_MAX);
        now.putAll(previous);
        return now;
    }

    /** The entry before the next lines: a new one if they belong to another generation of the file. */
    CheckpointEntry before(Cursor next) {
        return cursor.file().equals(next.file()) ? this : start(cursor);
    }

    /** Before the first line of the file, which another version of the reader reads again. */
    CheckpointEntry readAgainBy(int reader) {
        return new CheckpointEntry(
                Cursor.start(cursor.file().readBy(reader)), Map.of(), skippedTo, OwnerUuids.State.BEGIN);
    }

    boolean isSkipped() {
        return skippedTo > 0;
    }

    /** Skips everything before the cursor. */
    CheckpointEntry skipped() {
        return new CheckpointEntry(cursor, Map.of(), cursor.offset(), owners);
    }
}
