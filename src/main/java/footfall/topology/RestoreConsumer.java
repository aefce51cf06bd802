package footfall.topology;

import footfall.row.UnsupportedVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Reads changelogs for restoring stores and standbys, and skips records that no stream thread wrote ({@link Seal}),
 * which are reported by their position. The instance stops at a row of another version of footfall. Kafka Streams
 * restores any bytes; no upstream issue found.
 */
final class RestoreConsumer extends KafkaConsumer<byte[], byte[]> {
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
            if (Seal.isWhole(record)) {
                rows.add(record);
            } else {
                unreadable.add(partition, record.offset(), record.value() == null ? 0 : record.value().length);
            }
        }
        return rows;
    }
}
