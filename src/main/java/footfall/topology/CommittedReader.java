package footfall.topology;

import footfall.wire.Channel;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads the current content of topics with {@code read_committed}. A broker answers a commit before it writes
 * the commit markers, and {@code read_committed} ends before the first transaction without one. So an end is
 * always the high watermark, and a read waits for the transactions that were open when it began.
 */
public final class CommittedReader {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, Object> config;
    private final Map<String, Object> uncommitted;
    private final String prefix;

    /** {@code client}: consumer properties, at least {@code bootstrap.servers}. */
    public CommittedReader(Map<String, String> client, String prefix) {
        this.config = new HashMap<>(client);
        this.prefix = prefix;
        config.put("isolation.level", "read_committed");
        config.put("enable.auto.commit", false);
        this.uncommitted = new HashMap<>(config);
        uncommitted.put("isolation.level", "read_uncommitted");
    }

    /** The end offsets of a channel by partition. */
    public Map<Integer, Long> ends(Channel<?, ?> channel) {
        return ends(channel.topic(prefix));
    }

    /** The end offsets of any topic, by its full name. */
    Map<Integer, Long> ends(String topic) {
        var ends = new HashMap<Integer, Long>();
        endOffsets(topic).forEach((at, end) -> ends.put(at.partition(), end));
        return ends;
    }

    private Map<TopicPartition, Long> endOffsets(String topic) {
        try (var consumer =
                new KafkaConsumer<>(uncommitted, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.endOffsets(consumer.partitionsFor(topic).stream()
                    .map(at -> new TopicPartition(topic, at.partition()))
                    .toList());
        }
    }

    /**
     * Reads the topic {@code turns}, one partition after another; no two partitions share a session.
     * {@code turn} gets each turn ID with the turn's JSON, null when it was withdrawn. {@code partitionEnd}
     * runs after each partition.
     */
    public void turns(BiConsumer<String, byte[]> turn, Runnable partitionEnd) {
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            endOffsets(Channels.TURNS.topic(prefix)).forEach((partition, end) -> {
                read(consumer, Map.of(partition, end), record -> turn.accept(record.key(), record.value()));
                partitionEnd.run();
            });
        }
    }

    /** Every record of a channel up to its current end. */
    public <K, V> void each(Channel<K, V> channel, Consumer<ConsumerRecord<K, V>> reader) {
        try (var consumer = consumer(channel)) {
            read(consumer, endOffsets(channel.topic(prefix)), reader);
        }
    }

    private <K, V> KafkaConsumer<K, V> consumer(Channel<K, V> channel) {
        return new KafkaConsumer<>(
                config, channel.key().deserializer(), channel.value().deserializer());
    }

    private static <K, V> void read(
            KafkaConsumer<K, V> consumer, Map<TopicPartition, Long> ends, Consumer<ConsumerRecord<K, V>> reader) {
        consumer.assign(ends.keySet());
        consumer.seekToBeginning(ends.keySet());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(reader);
        }
    }
}
