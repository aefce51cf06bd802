package footfall.ship;

import footfall.line.BoundedMap;
import footfall.line.FileId;
import footfall.line.OwnerUuids;
import footfall.line.PromptIndex;
import footfall.line.SkippedTurns;
import footfall.redact.RedactedLine;
import footfall.tail.Cursor;
import footfall.tail.Scan;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of a shipper for a cluster, after all its lines were acknowledged: the position in each file,
 * generations of names, owners of prompts, skipped trails, and since when files are missing. {@code target}
 * identifies cluster and topics; a checkpoint of another target is ignored. {@code sender}: a random ID, by which the
 * processor trusts this shipper with the files that it sent, and which nobody else knows.
 */
public record Checkpoint(
        String target,
        long sender,
        Map<Path, Entry> entries,
        Map<String, Integer> generations,
        PromptIndex prompts,
        Map<String, SkippedTurns> skipped,
        Map<Path, Long> goneSinceMs) {
    /** An entry without a file is deleted after this time. */
    static final Duration GONE_MAX = Duration.ofDays(30);

    private static final int GENERATIONS_MAX = 100_000;

    public static Checkpoint empty(String target) {
        return empty(target, new SecureRandom().nextLong());
    }

    static Checkpoint empty(String target, long sender) {
        return new Checkpoint(
                target,
                sender,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new PromptIndex(),
                new HashMap<>(),
                new HashMap<>());
    }

    /** The key of a trail in {@code skipped}; {@code agent} is null for the main trail. */
    public static String trail(String session, String agent) {
        return agent == null ? session : session + "\n" + agent;
    }

    /**
     * Records that a scan did not find a file. Returns whether the file was forgotten, or never known. Ignores
     * folders that the scan did not cover. A later file of the same name gets the next generation, so that an
     * offset never stands for two lines.
     */
    public boolean markMissing(Path path, Scan.Found found, long nowMs) {
        var entry = entries.get(path);
        if (entry == null) {
            return true;
        }
        boolean isSeen = found.folders().stream().anyMatch(path::startsWith) && !found.leavesOut(path);
        if (!isSeen) {
            return false;
        }
        Long since = goneSinceMs.putIfAbsent(path, nowMs);
        if (since == null || nowMs - since < GONE_MAX.toMillis()) {
            return false;
        }
        goneSinceMs.remove(path);
        entries.remove(path);
        var file = entry.cursor().file();
        generations.merge(file.name(), file.generation() + 1, Math::max);
        if (generations.size() > GENERATIONS_MAX) {
            generations.remove(generations.keySet().iterator().next());
        }
        if (entries.values().stream().noneMatch(Entry::isSkipped)) {
            skipped.clear();
        }
        return true;
    }

    /** The generation of a file that was never read, by its name. */
    int generation(String name) {
        return generations.getOrDefault(name, 0);
    }

    /** Starts the next generation of a replaced file. */
    int replaced(FileId file) {
        int next = Math.max(file.generation(), generation(file.name())) + 1;
        generations.put(file.name(), next);
        return next;
    }

    /** The skipped part of a line's trail; null for none. */
    SkippedTurns skipped(RedactedLine line) {
        return skipped.get(trail(line.session().value(), line.agent()));
    }

    /** Skips everything before the current positions. */
    public void skip(Map<String, SkippedTurns> trails) {
        entries.replaceAll((path, entry) -> entry.skipped());
        skipped.putAll(trails);
    }

    /**
     * The shipped part of a file. {@code previous}: the offset of the last line sent, by session; limited to the
     * sessions sent most recently. {@code skippedTo}: lines
     * before this offset were not sent; 0 if all were sent. {@code owners}: of the copies, at the
     * cursor.
     */
    record Entry(Cursor cursor, Map<String, Long> previous, long skippedTo, OwnerUuids.State owners) {
        /** Few sessions share a file. If more do, gaps in the lines of older sessions are not detected. */
        private static final int SESSIONS_MAX = 256;

        Entry {
            previous = previous.size() <= 1
                    ? Map.copyOf(previous)
                    : Collections.unmodifiableMap(new LinkedHashMap<>(previous));
        }

        /** The entry of a file before any line was shipped. */
        static Entry start(Cursor cursor) {
            return new Entry(cursor, Map.of(), 0, OwnerUuids.State.BEGIN);
        }

        /** A mutable copy of {@link #previous} that evicts the session put least recently. */
        Map<String, Long> previousNow() {
            Map<String, Long> now = BoundedMap.evictingLeastRecentlyUsed(SESSIONS_MAX);
            now.putAll(previous);
            return now;
        }

        /** The entry before the next lines: a new one if they belong to another generation of the file. */
        Entry before(Cursor next) {
            return cursor.file().equals(next.file()) ? this : start(cursor);
        }

        /** Before the first line of the file, which another version of the reader reads again. */
        Entry readAgainBy(int reader) {
            return new Entry(Cursor.start(cursor.file().readBy(reader)), Map.of(), skippedTo, OwnerUuids.State.BEGIN);
        }

        boolean isSkipped() {
            return skippedTo > 0;
        }

        /** Skips everything before the cursor. */
        Entry skipped() {
            return new Entry(cursor, Map.of(), cursor.offset(), owners);
        }
    }

    /** Stores a checkpoint, so that a later start finds it. */
    public interface Keeper {
        void save(Checkpoint checkpoint) throws IOException;
    }
}
