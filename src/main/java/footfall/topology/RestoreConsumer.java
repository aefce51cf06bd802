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
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads changelogs for restoring stores and standbys, and skips records that are not rows of the store.
 * Skipped records are reported by their position. The instance stops at a row of another version of footfall.
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

    /**
     * Thread-safe: the clock was set back, so a wait that began before would last until it reaches its previous time.
     * The stream thread is replaced, and can only end when this consumer's thread removes its tasks.
     */
    void setBack() {
        wakeup();
    }

    /** @throws UnsupportedVersion when another version of footfall wrote a row */
    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        var records = polled(timeout);
        var rows = new HashMap<TopicPartition, List<ConsumerRecord<byte[], byte[]>>>();
        for (var partition : records.partitions()) {
            rows.put(partition, rows(partition, records.records(partition)));
        }
        return new ConsumerRecords<>(rows, records.nextOffsets());
    }

    /** No records once the clock was set back: a {@link ClockStep} would end the thread before it removed its tasks. */
    private ConsumerRecords<byte[], byte[]> polled(Duration timeout) {
        try {
            return super.poll(timeout);
        } catch (WakeupException setBack) {
            return ConsumerRecords.empty();
        }
    }

    /** @throws TimeoutException once the clock was set back: Kafka Streams only reports positions, and goes on */
    @Override
    public long position(TopicPartition partition) {
        try {
            return super.position(partition);
        } catch (WakeupException setBack) {
            throw new TimeoutException("the clock was set back", setBack);
        }
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
