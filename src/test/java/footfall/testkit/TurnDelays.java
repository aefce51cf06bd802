package footfall.testkit;

import footfall.wire.Channels;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Time;

/**
 * Reads the committed turns of a footfall as they come, on a thread of its own: how long after its line, by the
 * broker's clock, each can be read. That is how long a partition was processed by nobody.
 */
public final class TurnDelays implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Thread thread = new Thread(this::run, "turn-delays");
    private final Set<String> turns = new HashSet<>();
    private volatile boolean isClosed;
    private long longest;

    private TurnDelays(Cluster.Footfall footfall) {
        var config = new HashMap<String, Object>(footfall.client());
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("fetch.max.wait.ms", 50);
        this.consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        var topic = Channels.TURNS.topic(footfall.settings().prefix());
        consumer.assign(consumer.partitionsFor(topic).stream()
                .map(at -> new TopicPartition(topic, at.partition()))
                .toList());
    }

    public static TurnDelays start(Cluster.Footfall footfall) {
        var delays = new TurnDelays(footfall);
        delays.thread.start();
        return delays;
    }

    private void run() {
        try (consumer) {
            while (!isClosed) {
                for (var record : consumer.poll(POLL)) {
                    read(record);
                }
            }
        }
    }

    private synchronized void read(ConsumerRecord<String, byte[]> record) {
        turns.add(record.key());
        longest = Math.max(longest, Time.SYSTEM.milliseconds() - record.timestamp());
    }

    /** Turns that were read. */
    public synchronized int count() {
        return turns.size();
    }

    /** The longest delay since the last call, in milliseconds. */
    public synchronized long longest() {
        long found = longest;
        longest = 0;
        return found;
    }

    /** As {@link #count}, of these. */
    public synchronized boolean hasAll(Collection<String> ids) {
        return turns.containsAll(ids);
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            thread.join();
        } catch (InterruptedException why) {
            throw new IllegalStateException(why);
        }
    }
}
