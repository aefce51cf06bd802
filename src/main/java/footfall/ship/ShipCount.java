package footfall.ship;

import footfall.line.RejectedBytes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Sums of sent lines, or of acknowledged ones. Not thread-safe. */
final class ShipCount {
    private final Map<String, Long> rejected = new TreeMap<>();
    private long lines;

    void sent() {
        lines++;
    }

    void rejected(RejectedBytes.Reason reason) {
        rejected.merge(reason.word(), 1L, Long::sum);
    }

    void add(ShipCount more) {
        lines += more.lines;
        more.rejected.forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
    }

    ShipProgress progress(ShipBacklog backlog, UnreadableFiles unread, String unkept, Instant savedAt) {
        return new ShipProgress(
                backlog.files(),
                backlog.filesBehind(),
                backlog.bytesBehind(),
                lines,
                rejected,
                unread.why(),
                backlog.headless(),
                unkept,
                savedAt,
                null,
                null,
                unread.excluded(),
                backlog.agents(),
                backlog.filesOutdated());
    }

    /**
     * The existing files, how many of them have bytes that are not acknowledged, and how many bytes. {@code agents}:
     * the number of files of each agent. {@code headless}: why files that were read have no effect. {@code
     * filesOutdated}: how many files are to be sent again, because an older reader read them.
     */
    record ShipBacklog(
            int files,
            int filesBehind,
            long bytesBehind,
            Map<String, Integer> agents,
            Map<Path, String> headless,
            int filesOutdated) {}
}
