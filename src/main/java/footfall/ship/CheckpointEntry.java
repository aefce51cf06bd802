package footfall.ship;

import footfall.line.BoundedMap;
import footfall.line.FileLines;
import footfall.line.OwnerUuids;
import footfall.line.ParentChain;
import footfall.redact.OpenCalls;
import footfall.tail.Cursor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The shipped part of a file. {@code previous}: the offset of the last line sent, by session; limited to the
 * sessions sent most recently. {@code calls}: the calls that are open at the cursor. {@code skippedTo}: lines
 * before this offset were not sent; 0 if all were sent. {@code owners}: of the copies, at the
 * cursor. {@code named}: as {@link FileLines#named} at the cursor.
 * {@code parents}: as {@link ParentChain#ends} at the cursor.
 */
record CheckpointEntry(
        Cursor cursor,
        Map<String, Long> previous,
        List<OpenCalls.Place> calls,
        long skippedTo,
        OwnerUuids.State owners,
        FileLines.Named named,
        List<ParentChain.End> parents) {
    /** Few sessions share a file. If more do, gaps in the lines of older sessions are not detected. */
    private static final int SESSIONS_MAX = 256;

    CheckpointEntry {
        previous = previous.size() <= 1
                ? Map.copyOf(previous)
                : Collections.unmodifiableMap(new LinkedHashMap<>(previous));
        calls = List.copyOf(calls);
        parents = List.copyOf(parents);
    }

    /** The entry of a file before any line was shipped. */
    static CheckpointEntry start(Cursor cursor) {
        return new CheckpointEntry(
                cursor, Map.of(), List.of(), 0, OwnerUuids.State.BEGIN, FileLines.Named.NONE, List.of());
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

    boolean isSkipped() {
        return skippedTo > 0;
    }

    /** Skips everything before the cursor. */
    CheckpointEntry skipped() {
        return new CheckpointEntry(cursor, Map.of(), calls, cursor.offset(), owners, named, parents);
    }
}
