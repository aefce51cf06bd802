package footfall.topology;

import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
import static org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP;

import footfall.topology.GroupLags.Read;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.FetchConfig;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.internals.ConsumerWrapper;

/**
 * Tracks how far the consumer of a stream thread has polled each partition beyond the processed offset, and
 * lets it wait longer for records while its thread is at rest. The {@code group.protocol} decides whether that
 * consumer is a {@link Classic} or a {@link Streams}. Kafka Streams tells a processor no lag; no upstream issue found.
 */
final class LagConsumer {
    /** The configuration of Kafka Streams that names {@link Streams}; without it, nothing can wrap that consumer. */
    static final String WRAPPER = StreamsConfig.InternalConfig.INTERNAL_CONSUMER_WRAPPER;

    /** The configuration that has a {@link Registry}. */
    static final String REGISTRY = "footfall.consumers";

    interface Registry {
        /** {@code config}: of the consumer, which Kafka Streams names after its thread. */
        void add(Map<String, Object> config, LagConsumer consumer);
    }

    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    /** How long the broker waits for records. A fetch that waits delays a partition that it does not contain. */
    private static final int FETCH_AT_REST_MS = 5_000;

    /** The broker answers a close only after the last fetch. */
    private static final Duration CLOSE_AT_REST_MAX = Duration.ofMillis(200);

    /** How often it is noted for metrics how far partitions are read. */
    private static final long READ_NS = 1_000_000_000;

    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> polled = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private long readAt = Time.SYSTEM.nanoseconds();
    private volatile Map<TopicPartition, Read> reading = Map.of();
    private final PollWait wait = new PollWait(Time.SYSTEM.nanoseconds());
    private final long stepsBack = MachineClock.stepsBack();
    private FetchConfig fetches;
    private int fetchMs;
    private volatile boolean isWaiting;
    private volatile boolean isStaying;
    private volatile boolean isClosing;
    private volatile long heardAt;
    private volatile Metric heartbeat;

    private interface Poll {
        ConsumerRecords<byte[], byte[]> poll(Duration timeout);
    }

    private LagConsumer(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** In a group of the protocol {@code classic}. */
    static final class Classic extends KafkaConsumer<byte[], byte[]> {
        private final LagConsumer lag = new LagConsumer(this);

        Classic(Map<String, Object> config) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        LagConsumer lag() {
            return lag;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            return lag.poll(timeout, super::poll);
        }

        @Override
        public void close(CloseOptions asked) {
            super.close(lag.closing(asked));
        }
    }

    /**
     * In a group of the protocol {@code streams}. Kafka Streams creates it, and the consumer that it wraps, without its
     * client supplier.
     */
    public static final class Streams extends ConsumerWrapper {
        private LagConsumer lag;

        @Override
        public void wrapConsumer(
                AsyncKafkaConsumer<byte[], byte[]> wrapped,
                Map<String, Object> config,
                Optional<StreamsRebalanceData> data) {
            super.wrapConsumer(wrapped, config, data);
            lag = new LagConsumer(wrapped);
            ((Registry) config.get(REGISTRY)).add(config, lag);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            return lag.poll(timeout, super::poll);
        }

        @Override
        public void close(CloseOptions asked) {
            super.close(lag.closing(asked));
        }
    }

    /** Thread-safe: this consumer stays in the group when it is closed, as a static member that will restart. */
    void stays() {
        isStaying = true;
    }

    private ConsumerRecords<byte[], byte[]> poll(Duration timeout, Poll poll) {
        if (MachineClock.stepsBack() != stepsBack) {
            throw new ClockStep();
        }
        long now = Time.SYSTEM.nanoseconds();
        boolean isAtRest = isReading() && wait.isAtRest(now);
        if (fetches != null) {
            fetches.maxWaitMs = isAtRest ? FETCH_AT_REST_MS : fetchMs;
        }
        var records = rested(isAtRest ? wait.of(timeout, now) : timeout, timeout, poll);
        if (!records.isEmpty()) {
            wait.busy(Time.SYSTEM.nanoseconds());
        }
        for (var partition : records.partitions()) {
            var read = records.records(partition);
            polled.put(partition, read.get(read.size() - 1).offset());
        }
        records.nextOffsets().forEach((partition, offset) -> next.put(partition, offset.offset()));
        readProgress();
        return records;
    }

    /** {@code asked}: the wait of an instance that stops. */
    private ConsumerRecords<byte[], byte[]> rested(Duration timeout, Duration asked, Poll poll) {
        isWaiting = true;
        try {
            return poll.poll(isClosing ? asked : timeout);
        } catch (WakeupException stopping) {
            return ConsumerRecords.empty();
        } finally {
            isWaiting = false;
        }
    }

    /** Thread-safe: the instance stops, and its thread waits no longer for records. */
    void wakeUp() {
        isClosing = true;
        if (isWaiting) {
            consumer.wakeup();
        }
    }

    private void readProgress() {
        long now = Time.SYSTEM.nanoseconds();
        if (now - readAt < READ_NS) {
            return;
        }
        readAt = now;
        var found = new HashMap<TopicPartition, Read>();
        for (var partition : consumer.assignment()) {
            found.put(
                    partition,
                    new Read(
                            polled.getOrDefault(partition, Read.UNKNOWN),
                            next.getOrDefault(partition, Read.UNKNOWN),
                            consumer.currentLag(partition).orElse(Read.UNKNOWN)));
        }
        reading = Map.copyOf(found);
    }

    /** Thread-safe: how far each assigned partition is read; at most as old as the last poll and a second more. */
    Map<TopicPartition, Read> reading() {
        return reading;
    }

    /** False while tasks start and restore their stores: that goes on between polls, and no record ends a wait. */
    private boolean isReading() {
        return !consumer.assignment().isEmpty() && consumer.paused().isEmpty();
    }

    void punctuates(Object punctuation, Duration in) {
        wait.punctuates(punctuation, Time.SYSTEM.nanoseconds(), in);
    }

    /** Before the first poll: the wait of fetches may be changed. */
    void changes(FetchConfig ofConsumer) {
        fetches = ofConsumer;
        fetchMs = ofConsumer.maxWaitMs;
    }

    /**
     * Leaves the group also when its thread is replaced; otherwise its partitions would stay unassigned until
     * the session timeout. Without this, {@code ReplacedThreadIT} fails with the classic protocol of Kafka 4.4.0: a
     * thread that dies is to leave, and what replaces it takes that back; no upstream issue found (KAFKA-20873 changes
     * code beside it).
     */
    private CloseOptions closing(CloseOptions asked) {
        reading = Map.of();
        var most = isClosing && fetches != null ? CLOSE_AT_REST_MAX : CLOSE_MAX;
        isClosing = true;
        return CloseOptions.groupMembershipOperation(isStaying ? REMAIN_IN_GROUP : LEAVE_GROUP)
                .withTimeout(
                        asked.timeout().filter(max -> max.compareTo(most) < 0).orElse(most));
    }

    /**
     * Thread-safe: how long the group's coordinator has not answered at {@code now}, in milliseconds; 0 before it has
     * answered once, and once this is closed.
     */
    long unansweredMs(long now) {
        if (isClosing) {
            return 0;
        }
        long at = now - 1_000 * sinceHeartbeat();
        if (Math.abs(at - heardAt) > 1_500) {
            heardAt = at;
        }
        return now - heardAt;
    }

    /** In whole seconds, so that the time of a heartbeat seems to move. */
    private long sinceHeartbeat() {
        if (heartbeat == null) {
            heartbeat = consumer.metrics().values().stream()
                    .filter(metric -> metric.metricName().name().equals("last-heartbeat-seconds-ago"))
                    .findAny()
                    .orElse(null);
        }
        return heartbeat == null ? 0 : (long) (double) heartbeat.metricValue();
    }

    void forget(TopicPartition partition) {
        polled.remove(partition);
        next.remove(partition);
    }

    /** Whether records after {@code processed} exist, were polled or may exist. */
    boolean isBehind(TopicPartition partition, long processed) {
        var last = polled.get(partition);
        if (last != null && last > processed) {
            return true;
        }
        var lag = consumer.currentLag(partition);
        return lag.isEmpty() || lag.getAsLong() > 0;
    }

    /** The number of records after {@code processed}, -1 while unknown. */
    long lag(TopicPartition partition, long processed) {
        var unread = consumer.currentLag(partition);
        var last = polled.get(partition);
        if (unread.isEmpty() || last != null && processed < 0) {
            return -1;
        }
        return unread.getAsLong() + (last == null ? 0 : Math.max(0, last - processed));
    }

    /** The first offset after {@code processed}; skipped control records count as read. */
    long next(TopicPartition partition, long processed) {
        var last = polled.get(partition);
        if (last != null && last > processed || consumer.currentLag(partition).isEmpty()) {
            return processed < 0 ? -1 : processed + 1;
        }
        return consumer.position(partition);
    }

    /**
     * How long a stream thread waits for records. Kafka Streams waits {@code poll.ms} and then checks its
     * punctuations. That is short, because one may be due, and a thread at rest spends most of its time on such
     * checks; it knows here when the next one is due. A record ends a wait of any length. No upstream issue found.
     */
    static final class PollWait {
        /** The maximum time until a thread at rest notices what neither a record nor a punctuation tells. */
        static final Duration AT_REST = Duration.ofSeconds(1);

        /** All that was processed has been committed by then. */
        static final Duration REST_AFTER = Duration.ofSeconds(1);

        private final Map<Object, Long> due = new IdentityHashMap<>();
        private long busyAt;

        PollWait(long now) {
            busyAt = now;
        }

        /** A record came; in nanoseconds, as all times here. */
        void busy(long now) {
            busyAt = now;
        }

        /** The next punctuation of this one, which replaces that before. */
        void punctuates(Object one, long now, Duration in) {
            due.put(one, now + in.toNanos());
            if (in.compareTo(REST_AFTER) < 0) {
                busy(now);
            }
        }

        boolean isAtRest(long now) {
            return now - busyAt >= REST_AFTER.toNanos();
        }

        /** Zero is not a wait: Kafka Streams has something else to do. */
        Duration of(Duration asked, long now) {
            if (!isAtRest(now) || asked.isZero() || asked.compareTo(AT_REST) >= 0) {
                return asked;
            }
            due.values().removeIf(at -> now - at > REST_AFTER.toNanos()); // Of a task that was closed.
            long next = AT_REST.toNanos();
            for (long at : due.values()) {
                next = Math.min(next, at - now);
            }
            return Duration.ofNanos(Math.max(asked.toNanos(), next));
        }
    }

    /** The clock was set back: a thread starts over, so that no deadline is further away than it can be. */
    static final class ClockStep extends RuntimeException {
        ClockStep() {
            super("the clock was set back");
        }
    }
}
