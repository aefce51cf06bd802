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

/**
 * Reads changelogs for restoring stores and standbys, and skips records that are not rows of the store.
 * Skipped records are reported by their position. The instance stops at a row of another version of footfall. Kafka
 * Streams restores any bytes; no upstream issue found.
 */
final class RestoreConsumer extends KafkaConsumer<byte[], byte[]> {
    private static final Map<Tables.Table, RowCheck> CHECKS = Map.of(
            Tables.ASSEMBLER, StoreRows::isRow,
            Tables.TALLY, TallyFold::isRow,
            Tables.TURN_LOG, LogRows::isRow);

    private final UnreadableRows unreadable;

    /** Whether bytes are a row of a store; throws {@link UnsupportedVersion}. */
    interface RowCheck {
        boolean isRow(byte[] key, byte[] value);
    }

    RestoreConsumer(Map<String, Object> config, UnreadableRows unreadable) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.unreadable = unreadable;
    }

    /** @throws UnsupportedVersion when another version of footfall wrote a row */
    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        var records = super.poll(timeout);
        var rows = new HashMap<TopicPartition, List<ConsumerRecord<byte[], byte[]>>>();
        for (var partition : records.partitions()) {
            rows.put(partition, rows(partition, records.records(partition)));
        }
        return new ConsumerRecords<>(rows, records.nextOffsets());
    }

    private List<ConsumerRecord<byte[], byte[]>> rows(
            TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        var check = check(partition.topic());
        var rows = new ArrayList<ConsumerRecord<byte[], byte[]>>(records.size());
        for (var record : records) {
            if (isRow(check, record)) {
                rows.add(record);
            } else {
                unreadable.add(partition, record.offset(), record.value() == null ? 0 : record.value().length);
            }
        }
        return rows;
    }

    private static boolean isRow(RowCheck check, ConsumerRecord<byte[], byte[]> record) {
        return record.key() != null && (record.value() == null || check.isRow(record.key(), record.value()));
    }

    static RowCheck check(String changelog) {
        for (var store : CHECKS.entrySet()) {
            if (changelog.endsWith(store.getKey().changelog(""))) {
                return store.getValue();
            }
        }
        throw new IllegalArgumentException("no store has the changelog " + changelog);
    }
}
