package footfall.ship;

import footfall.redact.OpenCalls;
import footfall.tail.Cursor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far a file was shipped. {@code previous}: by session, the offset of the line sent last; of many
 * sessions only those that were sent last. {@code calls}: open at the cursor. {@code skippedTo}: what is
 * before it was never sent, 0 when all was. {@code awaitsAssistant}: as {@link footfall.line.OwnerUuids} has
 * it.
 */
record CheckpointEntry(
        Cursor cursor,
        Map<String, Long> previous,
        List<OpenCalls.Place> calls,
        long skippedTo,
        boolean awaitsAssistant) {
    /** Few sessions share a file. In one with more, a gap in the lines of an older session goes unnoticed. */
    private static final int SESSIONS_MAX = 256;

    CheckpointEntry {
        previous = previous.size() <= 1
                ? Map.copyOf(previous)
                : Collections.unmodifiableMap(new LinkedHashMap<>(previous));
        calls = List.copyOf(calls);
    }

    /** Of a file of which nothing was shipped. */
    static CheckpointEntry start(Cursor cursor) {
        return new CheckpointEntry(cursor, Map.of(), List.of(), 0, true);
    }

    /** {@link #previous} to be changed: the sessions that are put last stay. */
    Map<String, Long> previousNow() {
        var now = new LinkedHashMap<String, Long>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                return size() > SESSIONS_MAX;
            }
        };
        now.putAll(previous);
        return now;
    }

    /** What the next lines begin from: nothing, when they are of another generation of the file. */
    CheckpointEntry before(Cursor next) {
        return cursor.file().equals(next.file()) ? this : start(cursor);
    }

    boolean isSkipped() {
        return skippedTo > 0;
    }

    /** Everything before the cursor is left out. */
    CheckpointEntry skipped() {
        return new CheckpointEntry(cursor, Map.of(), calls, cursor.offset(), awaitsAssistant);
    }

    CheckpointEntry awaitingAssistant(boolean awaits) {
        return new CheckpointEntry(cursor, previous, calls, skippedTo, awaits);
    }
}
