package footfall.ship;

import footfall.line.FileId;
import footfall.line.PromptIndex;
import footfall.line.SkippedTurns;
import footfall.redact.RedactedLine;
import footfall.tail.Scan;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
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
        Map<Path, CheckpointEntry> entries,
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
        if (entries.values().stream().noneMatch(CheckpointEntry::isSkipped)) {
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
}
