package footfall.feed;

import footfall.shipper.KnownShippers;
import footfall.shipper.ListedShipper;
import footfall.view.Shippers;
import footfall.wire.Channels;
import footfall.wire.Denied;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The shippers of a cluster, from all partitions of the topic {@code shippers}. Each question first reads what was
 * written since the one before, so a process that is not asked reads nothing.
 */
public final class KafkaShippers implements Shippers, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int EMPTY_POLLS_MAX = 20;
    private static final int ANSWER_MAX_MS = 5_000;
    private static final Duration CLOSE_MAX = Duration.ofMillis(200);

    private final Map<String, String> client;
    private final String topic;
    private KnownShippers known;
    private volatile Consumer<String, byte[]> consumer;
    private List<TopicPartition> partitions = List.of();
    private volatile boolean isClosed;

    /** {@code client}: Kafka client properties. */
    public KafkaShippers(Map<String, String> client, String prefix) {
        this.client = Map.copyOf(client);
        this.topic = Channels.SHIPPERS.topic(prefix);
    }

    @Override
    public synchronized List<ListedShipper> list(Instant now) {
        try {
            if (isClosed) {
                throw new TimeoutException("the processor is stopping");
            }
            read();
            return known.list(now);
        } catch (AuthorizationException denied) {
            drop();
            throw new Shippers.ShippersUnknown(Denied.toReader(denied), denied);
        } catch (KafkaException why) {
            drop();
            throw new Shippers.ShippersUnknown("Kafka did not answer; try again later", why);
        }
    }

    private void read() {
        if (consumer == null) {
            open();
        }
        var ends = consumer.endOffsets(partitions);
        if (partitions.stream().anyMatch(one -> consumer.position(one) > ends.get(one))) {
            drop(); // The topic was created again.
            open();
        }
        for (int empty = 0; isBehind(ends); ) {
            var records = consumer.poll(POLL);
            records.forEach(this::apply);
            empty = records.isEmpty() ? empty + 1 : 0;
            if (empty > EMPTY_POLLS_MAX) {
                throw new TimeoutException("reports of shippers are missing");
            }
        }
    }

    private boolean isBehind(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
    }

    private void apply(ConsumerRecord<String, byte[]> record) {
        if (record.key() == null) {
            return;
        } else if (record.value() == null) {
            known.forgotten(record.key());
            return;
        }
        try {
            var report = Channels.SHIPPERS.value().deserializer().deserialize(topic, record.value());
            known.heard(record.key(), report, Instant.ofEpochMilli(record.timestamp()));
        } catch (SerializationException unreadable) {
            // Anyone who may write lines may write here; the other shippers are still listed.
        }
    }

    private void open() {
        known = new KnownShippers();
        consumer = new KafkaConsumer<>(config(), new StringDeserializer(), new ByteArrayDeserializer());
        var found = consumer.partitionsFor(topic);
        if (found == null || found.isEmpty()) {
            drop();
            throw Shippers.ShippersUnknown.withoutTopic(topic);
        }
        partitions = found.stream()
                .map(one -> new TopicPartition(topic, one.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    private Map<String, Object> config() {
        var config = new HashMap<String, Object>(client);
        config.remove("group.instance.id"); // Of the instance of Kafka Streams.
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        config.put("auto.offset.reset", "earliest");
        config.put("default.api.timeout.ms", ANSWER_MAX_MS);
        return config;
    }

    private void drop() {
        var dropped = consumer;
        consumer = null; // First: a close that is interrupted throws, and the consumer is closed all the same.
        if (dropped != null) {
            dropped.close(CloseOptions.timeout(CLOSE_MAX));
        }
    }

    private void wakeUp() {
        var reading = consumer;
        if (reading != null) {
            reading.wakeup();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        wakeUp();
        synchronized (this) {
            drop();
        }
    }
}
