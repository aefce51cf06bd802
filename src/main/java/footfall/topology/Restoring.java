package footfall.topology;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The progress of restoring stores. Updated by the restoring threads; thread-safe. */
final class Restoring implements StateRestoreListener {
    private final Map<TopicPartition, OffsetRange> underWay = new ConcurrentHashMap<>();

    /** Offsets of a changelog: the next one, and the end offset. */
    private record OffsetRange(long next, long end) {
        long left() {
            return Math.max(0, end - next);
        }
    }

    /** Offsets left, some of which are transaction markers. */
    long remaining() {
        return underWay.values().stream().mapToLong(OffsetRange::left).sum();
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
        underWay.put(partition, new OffsetRange(start, end));
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEnd, long restored) {
        underWay.computeIfPresent(partition, (same, range) -> new OffsetRange(batchEnd + 1, range.end));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long restored) {
        underWay.remove(partition);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long restored) {
        underWay.remove(partition);
    }
}
