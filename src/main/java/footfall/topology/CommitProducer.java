package footfall.topology;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;

/**
 * The producer of a stream thread; seals the rows of changelogs, reports the input offsets that a transaction has
 * committed, and how long it has been waiting for the brokers: Kafka's metrics count a call when it has returned (no
 * upstream issue found).
 */
final class CommitProducer extends KafkaProducer<byte[], byte[]> {
    private final Consumer<Map<TopicPartition, OffsetAndMetadata>> committed;
    private Map<TopicPartition, OffsetAndMetadata> sent = Map.of();
    private final CommitPace pace = new CommitPace();
    /** When the call began that has not returned, in ms; 0 for none. */
    private volatile long calledAt;

    CommitProducer(Map<String, Object> config, Consumer<Map<TopicPartition, OffsetAndMetadata>> committed) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.committed = committed;
    }

    /** Thread-safe: since when the stream thread has been waiting in a call of this producer; empty if it is not. */
    OptionalLong waitingSince() {
        long at = calledAt;
        return at == 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    boolean mayCommit() {
        return pace.allows(Time.SYSTEM.nanoseconds());
    }

    private <T> T timed(Supplier<T> call) {
        calledAt = Time.SYSTEM.milliseconds();
        try {
            return call.get();
        } finally {
            calledAt = 0;
        }
    }

    private void timed(Runnable call) {
        timed(() -> {
            call.run();
            return null;
        });
    }

    @Override
    public void initTransactions() {
        timed(() -> super.initTransactions());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return timed(() -> super.partitionsFor(topic));
    }

    @Override
    public void beginTransaction() {
        pace.cancel();
        timed(super::beginTransaction);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        Seal.set(record);
        return timed(() -> super.send(record, callback));
    }

    @Override
    public void flush() {
        pace.begin(Time.SYSTEM.nanoseconds());
        timed(super::flush);
    }

    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        pace.begin(Time.SYSTEM.nanoseconds());
        timed(() -> super.sendOffsetsToTransaction(offsets, group));
        sent = Map.copyOf(offsets);
    }

    @Override
    public void commitTransaction() {
        timed(super::commitTransaction);
        pace.end(Time.SYSTEM.nanoseconds());
        committed.accept(sent);
        sent = Map.of();
    }

    @Override
    public void abortTransaction() {
        sent = Map.of();
        timed(super::abortTransaction);
    }
}
