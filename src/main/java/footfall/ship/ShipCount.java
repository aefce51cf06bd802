package footfall.ship;

import footfall.line.RejectedBytes;
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
}
