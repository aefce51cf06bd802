package footfall.ship;

import footfall.tail.Excluded;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The progress of shipping. {@code filesBehind} of the files have {@code bytesBehind} that no broker
 * acknowledged yet. {@code lines} were acknowledged since the start, {@code rejected} counts by reason.
 * {@code unreadable}: the reason by path; {@code unkept}: why the checkpoint could not be
 * written, else null. {@code savedAt}: the last checkpoint, {@code lastAckAt}: the last acknowledgement; null
 * before the first. {@code waitsFor}: why nothing can be sent, null while the broker
 * accepts lines; {@code isRefused}: because the cluster answers, and refuses the login or denies a topic.
 * {@code headless}: the reason by path of files that were read, but have no effect.
 * {@code excluded}: what the last scan did not read, because its project is excluded. {@code agents}: the number of
 * files of each agent, by its word. {@code filesOutdated}: the number of files that are to be sent again,
 * because an older version of their reader read them. {@code sender}: as in {@link Checkpoint}, 0 before it is read.
 * {@code throttledMs}: by how much a quota of the cluster lately delayed a request at most.
 */
public record ShipProgress(
        int files,
        int filesBehind,
        long bytesBehind,
        long lines,
        Map<String, Long> rejected,
        Map<Path, String> unreadable,
        Map<Path, String> headless,
        String unkept,
        Instant savedAt,
        Instant lastAckAt,
        String waitsFor,
        boolean isRefused,
        Excluded excluded,
        Map<String, Integer> agents,
        int filesOutdated,
        long sender,
        long throttledMs) {
    public static final ShipProgress NONE = new ShipProgress(
            0, 0, 0, 0, Map.of(), Map.of(), Map.of(), null, null, null, null, false, Excluded.NONE, Map.of(), 0, 0, 0);

    public ShipProgress {
        rejected = Map.copyOf(rejected);
        unreadable = Map.copyOf(unreadable);
        headless = Map.copyOf(headless);
        agents = Map.copyOf(agents);
    }

    /** All files to report, with the reason. */
    public Map<Path, String> problems() {
        var all = new HashMap<>(headless);
        all.putAll(unreadable);
        return all;
    }

    /** Whether there are files and all their lines were acknowledged or rejected. */
    public boolean hasReadAll() {
        return files > 0 && bytesBehind == 0;
    }

    public long rejectedLines() {
        return rejected.values().stream().mapToLong(Long::longValue).sum();
    }

    ShipProgress with(Instant lastAck, String waitsFor, boolean isRefused, long throttledMs) {
        return new ShipProgress(
                files,
                filesBehind,
                bytesBehind,
                lines,
                rejected,
                unreadable,
                headless,
                unkept,
                savedAt,
                lastAck,
                waitsFor,
                isRefused,
                excluded,
                agents,
                filesOutdated,
                sender,
                throttledMs);
    }
}
