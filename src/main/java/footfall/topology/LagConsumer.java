package footfall.topology;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;

/**
 * A consumer that tracks how far it has polled each partition beyond the processed offset, and that waits longer
 * for records while its thread is at rest.
 */
final class LagConsumer extends KafkaConsumer<byte[], byte[]> {
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    /** How often the lags are read for metrics. */
    private static final long READ_NS = 1_000_000_000;

    private final Map<TopicPartition, Long> polled = new ConcurrentHashMap<>();
    private long readAt = Time.SYSTEM.nanoseconds();
    private volatile Map<TopicPartition, Long> lags = Map.of();
    private final PollWait wait = new PollWait(Time.SYSTEM.nanoseconds());
    private volatile boolean isSetBack;
    private volatile boolean isStaying;

    LagConsumer(Map<String, Object> config) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Thread-safe: this consumer stays in the group when it is closed, as a static member that will restart. */
    void stays() {
        isStaying = true;
    }

    /** Thread-safe: the clock was set back, and this consumer must be replaced. */
    void setBack() {
        isSetBack = true;
        wakeup();
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        var records = polled(isReading() ? wait.of(timeout, Time.SYSTEM.nanoseconds()) : timeout);
        if (!records.isEmpty()) {
            isBusy();
        }
        for (var partition : records.partitions()) {
            var read = records.records(partition);
            polled.put(partition, read.get(read.size() - 1).offset());
        }
        readLags();
        return records;
    }

    private void readLags() {
        long now = Time.SYSTEM.nanoseconds();
        if (now - readAt < READ_NS) {
            return;
        }
        readAt = now;
        var found = new HashMap<TopicPartition, Long>();
        for (var partition : assignment()) {
            currentLag(partition).ifPresent(lag -> found.put(partition, lag));
        }
        lags = Map.copyOf(found);
    }

    /**
     * Thread-safe: the number of records after the position of this consumer, in each assigned partition whose end is
     * known; at most as old as the last poll and a second more.
     */
    Map<TopicPartition, Long> lags() {
        return lags;
    }

    /** False while tasks start and restore their stores: that goes on between polls, and no record ends a wait. */
    private boolean isReading() {
        return !assignment().isEmpty() && paused().isEmpty();
    }

    /** The thread has work now or soon. */
    void isBusy() {
        wait.busy(Time.SYSTEM.nanoseconds());
    }

    private ConsumerRecords<byte[], byte[]> polled(Duration timeout) {
        if (isSetBack) {
            throw new ClockStep();
        }
        try {
            return super.poll(timeout);
        } catch (WakeupException woken) {
            throw isSetBack ? new ClockStep() : woken;
        }
    }

    /**
     * Leaves the group also when its thread is replaced; otherwise its partitions would stay unassigned until
     * the session timeout. Kafka 4.4.0 still needs this ({@code ReplacedThreadIT}), although a thread that dies was to
     * leave by itself (KAFKA-12738).
     */
    @Override
    public void close(CloseOptions asked) {
        lags = Map.of();
        super.close(CloseOptions.groupMembershipOperation(isStaying ? REMAIN_IN_GROUP : LEAVE_GROUP)
                .withTimeout(asked.timeout()
                        .filter(max -> max.compareTo(CLOSE_MAX) < 0)
                        .orElse(CLOSE_MAX)));
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        polled.remove(partition);
        super.seek(partition, offset);
    }

    void forget(TopicPartition partition) {
        polled.remove(partition);
    }

    /** Whether records after {@code processed} exist, were polled or may exist. */
    boolean isBehind(TopicPartition partition, long processed) {
        var last = polled.get(partition);
        var lag = currentLag(partition);
        return last != null && last > processed || lag.isEmpty() || lag.getAsLong() > 0;
    }

    /** The number of records after {@code processed}, -1 while unknown. */
    long lag(TopicPartition partition, long processed) {
        var unread = currentLag(partition);
        var last = polled.get(partition);
        if (unread.isEmpty() || last != null && processed < 0) {
            return -1;
        }
        return unread.getAsLong() + (last == null ? 0 : Math.max(0, last - processed));
    }

    /** The first offset after {@code processed}; skipped control records count as read. */
    long next(TopicPartition partition, long processed) {
        var last = polled.get(partition);
        if (last != null && last > processed || currentLag(partition).isEmpty()) {
            return processed < 0 ? -1 : processed + 1;
        }
        return position(partition);
    }
}
