package footfall.ship;

import footfall.line.RejectedBytes;
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

    ShipProgress progress(int files, long bytesBehind, UnreadableFiles unread, String unkept) {
        return new ShipProgress(
                files, bytesBehind, lines, rejected, unread.why(), unkept, null, null, unread.excluded());
    }
}
