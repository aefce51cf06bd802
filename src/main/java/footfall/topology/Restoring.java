package footfall.topology;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;

/**
 * The progress of restoring stores, and of the standby stores that follow other instances. Updated by the
 * restoring threads; thread-safe. Kafka reports nothing about the stores of a restoring thread that ends, so what a
 * thread reported counts only while it runs.
 */
final class Restoring implements StateRestoreListener, StandbyUpdateListener {
    private final Map<TopicPartition, OffsetRange> underWay = new ConcurrentHashMap<>();
    private final Map<TopicPartition, OffsetRange> standbys = new ConcurrentHashMap<>();
    private final LongAdder restored = new LongAdder();

    /** Offsets of a changelog: the next one, and the end offset. {@code by}: the thread that reads it. */
    private record OffsetRange(long next, long end, Thread by) {
        static OffsetRange of(long next, long end) {
            return new OffsetRange(next, end, Thread.currentThread());
        }

        long left() {
            return isRead() ? Math.max(0, end - next) : 0;
        }

        boolean isRead() {
            return by.isAlive();
        }
    }

    /** Offsets left, some of which are transaction markers. */
    long remaining() {
        return left(underWay);
    }

    /** Records restored since the start, without those of standby stores. */
    long restored() {
        return restored.sum();
    }

    /** Offsets that the standby stores of this instance have yet to read. */
    long standbyLag() {
        return left(standbys);
    }

    /** The partitions of a changelog topic that this instance follows for other ones. */
    List<Integer> standbys(String changelog) {
        return standbys.entrySet().stream()
                .filter(one ->
                        one.getKey().topic().equals(changelog) && one.getValue().isRead())
                .map(one -> one.getKey().partition())
                .toList();
    }

    private static long left(Map<TopicPartition, OffsetRange> ranges) {
        return ranges.values().stream().mapToLong(OffsetRange::left).sum();
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
        underWay.put(partition, OffsetRange.of(start, end));
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEnd, long count) {
        restored.add(count);
        underWay.computeIfPresent(partition, (same, range) -> OffsetRange.of(batchEnd + 1, range.end));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long restored) {
        underWay.remove(partition);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long restored) {
        underWay.remove(partition);
    }

    /** The end offset is unknown until the first batch. */
    @Override
    public void onUpdateStart(TopicPartition partition, String store, long start) {
        standbys.put(partition, OffsetRange.of(start, start));
    }

    @Override
    public void onBatchLoaded(
            TopicPartition partition, String store, TaskId task, long batchEnd, long count, long changelogEnd) {
        // Kafka adds the offsets that are left to the end of the batch.
        standbys.computeIfPresent(partition, (same, range) -> OffsetRange.of(batchEnd, changelogEnd));
    }

    @Override
    public void onUpdateSuspended(
            TopicPartition partition, String store, long next, long changelogEnd, SuspendReason reason) {
        standbys.remove(partition);
    }
}
