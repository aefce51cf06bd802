package footfall.topology;

import footfall.row.RowBytes.UnsupportedVersion;
import footfall.topology.TaskContext.UnreadableRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.FetchConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * The clients of a Kafka Streams instance; its main consumers report the backlog. A shell runs on the thread
 * that polls for it, and gets that thread's consumer.
 */
final class LagClients implements KafkaClientSupplier, LagConsumer.Registry, FetchConfig.Registry, TaskContext.Backlog {
    private static final String CONSUMER = "-consumer";
    private static final String PRODUCER = "-producer";

    /** Longer than the election of a leader usually takes. */
    private static final long STALLED_MS = 5_000;

    /** Longer than a rebalance usually takes: a member that waits for it sends no heartbeat. */
    private static final long UNANSWERED_MS = 15_000;

    private final Map<String, LagConsumer> byThread = new ConcurrentHashMap<>();
    private final Map<String, FetchConfig> fetches = new ConcurrentHashMap<>();
    private final Map<String, CommitProducer> producers = new ConcurrentHashMap<>();
    private final Stalls stalls = new Stalls();
    private final UnreadableRows unreadable;
    private final Restarts restarts;
    private volatile Admin admin;

    /** {@code unreadable}: collects records that are not restored. {@code restarts}: receives commits. */
    LagClients(UnreadableRows unreadable, Restarts restarts) {
        this.unreadable = unreadable;
        this.restarts = restarts;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        admin = Admin.create(config);
        return admin;
    }

    /** That of Kafka Streams; null before it is created. Closed with it. */
    Admin admin() {
        return admin;
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        var producer = new CommitProducer(config, restarts::committed, this::waited);
        producers.put(client(config), producer);
        return producer;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        var consumer = new LagConsumer.Classic(config);
        add(config, consumer.lag());
        return consumer;
    }

    @Override
    public void add(Map<String, Object> config, LagConsumer consumer) {
        var client = client(config);
        var waits = fetches.remove(client);
        if (waits != null) {
            consumer.changes(waits);
        }
        byThread.put(client.substring(0, client.length() - CONSUMER.length()), consumer);
    }

    @Override
    public void add(String clientId, FetchConfig waits) {
        fetches.put(clientId, waits);
    }

    private static String client(Map<String, Object> config) {
        return config.get("client.id").toString();
    }

    /** Thread-safe: how far this instance has read the partitions that are assigned to it. */
    Map<TopicPartition, GroupLags.Read> reading() {
        var all = new HashMap<TopicPartition, GroupLags.Read>();
        byThread.values().forEach(consumer -> all.putAll(consumer.reading()));
        return all;
    }

    /**
     * Thread-safe: since when nothing can be committed, because brokers do not accept a producer's records or its
     * commit, or because no broker answers for the group. Empty in the first seconds.
     */
    Optional<Instant> stalled() {
        var since = stalledSince(Time.SYSTEM.milliseconds());
        return since.isPresent() ? Optional.of(MachineClock.at(since.getAsLong())) : Optional.empty();
    }

    /** For how long that has been so, with short breaks ({@link Stalls}). */
    Duration stalledFor() {
        long now = Time.SYSTEM.milliseconds();
        return Duration.ofMillis(stalls.duration(now, stalledSince(now)));
    }

    private void waited(long since, long until) {
        if (until - since >= STALLED_MS) {
            stalls.waited(since, until);
        }
    }

    private OptionalLong stalledSince(long now) {
        var commits = producers.values().stream()
                .flatMapToLong(producer -> producer.waitingSince().stream())
                .filter(since -> now - since >= STALLED_MS);
        var heartbeats = byThread.values().stream()
                .mapToLong(consumer -> now - consumer.unansweredMs(now))
                .filter(since -> now - since >= UNANSWERED_MS);
        return LongStream.concat(commits, heartbeats).min();
    }

    /** Thread-safe: the instance stops. */
    void wakeUp() {
        byThread.values().forEach(LagConsumer::wakeUp);
    }

    /** Thread-safe: the instance stops and keeps its partitions until the session timeout. */
    void stay() {
        byThread.values().forEach(LagConsumer::stays);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new RestoreConsumer(config, unreadable);
    }

    /** There are no global stores. */
    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void started(TopicPartition partition) {
        mine().forget(partition);
    }

    @Override
    public boolean isBehind(TopicPartition partition, long processed) {
        return mine().isBehind(partition, processed);
    }

    @Override
    public long next(TopicPartition partition, long processed) {
        return mine().next(partition, processed);
    }

    @Override
    public long lag(TopicPartition partition, long processed) {
        return mine().lag(partition, processed);
    }

    @Override
    public boolean mayCommit() {
        var producer = producers.get(Thread.currentThread().getName() + PRODUCER);
        return producer == null || producer.mayCommit();
    }

    @Override
    public void punctuates(Object punctuation, Duration in) {
        mine().punctuates(punctuation, in);
    }

    private LagConsumer mine() {
        return byThread.get(Thread.currentThread().getName());
    }

    /**
     * Reads changelogs for restoring stores and standbys, and skips records that no stream thread wrote ({@link
     * CommitProducer.Seal}), which are reported by their position. The instance stops at a row of another version of
     * footfall. Kafka Streams restores any bytes; no upstream issue found.
     */
    private static final class RestoreConsumer extends KafkaConsumer<byte[], byte[]> {
        private final UnreadableRows unreadable;

        RestoreConsumer(Map<String, Object> config, UnreadableRows unreadable) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.unreadable = unreadable;
        }

        /** @throws StreamsException when another version of footfall wrote a row */
        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            var records = super.poll(timeout);
            var rows = new HashMap<TopicPartition, List<ConsumerRecord<byte[], byte[]>>>();
            try {
                for (var partition : records.partitions()) {
                    rows.put(partition, rows(partition, records.records(partition)));
                }
            } catch (UnsupportedVersion other) {
                // Another exception would end the state updater, and a task added later fails without naming this one.
                throw new StreamsException(other);
            }
            return new ConsumerRecords<>(rows, records.nextOffsets());
        }

        private List<ConsumerRecord<byte[], byte[]>> rows(
                TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
            var rows = new ArrayList<ConsumerRecord<byte[], byte[]>>(records.size());
            for (var record : records) {
                if (CommitProducer.Seal.isWhole(record)) {
                    rows.add(record);
                } else {
                    unreadable.add(partition, record.offset(), record.value() == null ? 0 : record.value().length);
                }
            }
            return rows;
        }
    }

    /**
     * How long brokers have not accepted the commits of an instance. Waits with less than {@code SETTLED_MS} between
     * them are one: the threads of an instance do not wait at the same times, and one commit does not end an outage.
     * Thread-safe; times are in milliseconds.
     */
    static final class Stalls {
        private static final long SETTLED_MS = 10_000;

        private boolean hasWaited;
        private long from;
        private long to;

        /** There was, or is, a wait. */
        synchronized void waited(long since, long until) {
            boolean isSame = hasWaited && since - to < SETTLED_MS && from - until < SETTLED_MS;
            from = isSame ? Math.min(from, since) : since;
            to = isSame ? Math.max(to, until) : until;
            hasWaited = true;
        }

        /** The duration of the present one. {@code waiting}: since when something waits now. */
        synchronized long duration(long now, OptionalLong waiting) {
            waiting.ifPresent(since -> waited(since, now));
            return hasWaited && now - to < SETTLED_MS ? to - from : 0;
        }
    }
}
