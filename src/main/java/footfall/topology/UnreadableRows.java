package footfall.topology;

import footfall.line.RejectedBytes;
import footfall.wire.RejectedLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Changelog records that were not restored because they are not rows: by partition, until the task with the
 * store reports them. Holds at most {@code ROWS_MAX} per partition; the last one then combines all further
 * ones. Thread-safe.
 */
final class UnreadableRows {
    static final int ROWS_MAX = 10_000;

    private final Map<TopicPartition, TreeMap<Long, RejectedLine>> found = new HashMap<>();

    /** A record that is restored again before it is reported is reported once. */
    synchronized void add(TopicPartition changelog, long offset, int length) {
        var rows = found.computeIfAbsent(changelog, none -> new TreeMap<>());
        var row = new RejectedLine(changelog.toString(), offset, length, RejectedBytes.Reason.UNREADABLE, null);
        if (rows.size() < ROWS_MAX || rows.containsKey(offset)) {
            rows.put(offset, row);
        } else {
            rows.computeIfPresent(
                    rows.lastKey(),
                    (last, sum) ->
                            new RejectedLine(sum.fileId(), sum.offset(), sum.length() + length, sum.reason(), null));
        }
    }

    /** Removes and returns the collected records, in order of offsets. */
    synchronized List<RejectedLine> drain(TopicPartition changelog) {
        var rows = found.remove(changelog);
        return rows == null ? List.of() : List.copyOf(rows.values());
    }
}
