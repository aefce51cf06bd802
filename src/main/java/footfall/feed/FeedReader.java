package footfall.feed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A consumer of all partitions of the sources, without a group: its positions are its user's. */
final class FeedReader implements AutoCloseable {
    private static final Duration CLOSE_MAX = Duration.ofMillis(200);
    /** A request to a broker that does not answer ends, so that subscribers are not forgotten meanwhile. */
    private static final int API_TIMEOUT_MS = 5_000;

    private final Consumer<String, byte[]> consumer;
    private final String prefix;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<Source, Integer> counts = new EnumMap<>(Source.class);

    /** {@code recordsMax}: the most records that are returned together. */
    FeedReader(Map<String, String> client, String prefix, int recordsMax) {
        this(consumer(client, recordsMax), prefix);
    }

    /** Closes the consumer. */
    FeedReader(Consumer<String, byte[]> consumer, String prefix) {
        this.consumer = consumer;
        this.prefix = prefix;
    }

    private static Consumer<String, byte[]> consumer(Map<String, String> client, int recordsMax) {
        var config = new HashMap<String, Object>(client);
        config.remove("group.instance.id"); // Of the instance of Kafka Streams.
        config.put("isolation.level", "read_committed");
        config.put("enable.auto.commit", false);
        config.put("auto.offset.reset", "earliest");
        config.put("max.poll.records", recordsMax);
        config.put("default.api.timeout.ms", API_TIMEOUT_MS);
        return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** Finds the partitions. */
    void assign() {
        for (var source : Source.values()) {
            var topic = source.channel.topic(prefix);
            var found = consumer.partitionsFor(topic);
            counts.put(source, found.size());
            found.forEach(at -> partitions.add(new TopicPartition(topic, at.partition())));
        }
        consumer.assign(partitions);
    }

    Offsets end() {
        return positions(consumer.endOffsets(partitions));
    }

    Offsets beginning() {
        return positions(consumer.beginningOffsets(partitions));
    }

    private Offsets positions(Map<TopicPartition, Long> offsets) {
        var position = Offsets.zero(counts);
        offsets.forEach((at, offset) -> position.set(source(at), at.partition(), offset));
        return position;
    }

    void seek(Offsets position) {
        partitions.forEach(at -> consumer.seek(at, position.of(source(at), at.partition())));
    }

    Iterable<ConsumerRecord<String, byte[]>> poll(Duration timeout) {
        return consumer.poll(timeout);
    }

    /** Moves a position to what was read, also over records that are not returned: those of aborted transactions. */
    void readInto(Offsets position) {
        partitions.forEach(at -> position.set(source(at), at.partition(), consumer.position(at)));
    }

    Source source(String topic) {
        return Source.of(topic, prefix);
    }

    private Source source(TopicPartition at) {
        return source(at.topic());
    }

    /** Its thread may be interrupted, and the consumer would say that as an error, with a stack trace. */
    @Override
    public void close() {
        Thread.interrupted();
        consumer.close(CloseOptions.timeout(CLOSE_MAX));
    }
}
