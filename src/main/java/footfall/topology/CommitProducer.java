package footfall.topology;

import java.time.Duration;
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
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;

/**
 * The producer of a stream thread; reports the input offsets that a transaction has committed, and how long it has
 * been waiting for the brokers.
 */
final class CommitProducer extends KafkaProducer<byte[], byte[]> {
    /** Enough for a thread that is not stuck to abort its transaction and close the producer by itself. */
    private static final long GRACE_MS = 5_000;

    private final Consumer<Map<TopicPartition, OffsetAndMetadata>> committed;
    private Map<TopicPartition, OffsetAndMetadata> sent = Map.of();
    private volatile boolean isSetBack;
    /** When the call began that has not returned, in ms; 0 for none. */
    private volatile long calledAt;

    CommitProducer(Map<String, Object> config, Consumer<Map<TopicPartition, OffsetAndMetadata>> committed) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.committed = committed;
    }

    /**
     * Thread-safe: the clock was set back, so calls that began before may wait until it reaches its previous time.
     * Those that still wait after 5 s end with a {@link ClockStep}, and later ones fail.
     */
    void setBack() {
        isSetBack = true;
        var closing = new Thread(this::closeLater, "footfall-producer-close");
        closing.setDaemon(true);
        closing.start();
    }

    private void closeLater() {
        Utils.sleep(GRACE_MS);
        close(Duration.ZERO);
    }

    /** Thread-safe: since when the stream thread has been waiting in a call of this producer; empty if it is not. */
    OptionalLong waitingSince() {
        long at = calledAt;
        return at == 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    private <T> T unlessSetBack(Supplier<T> call) {
        calledAt = Time.SYSTEM.milliseconds();
        try {
            return call.get();
        } catch (RuntimeException why) {
            throw isSetBack ? new ClockStep(why) : why;
        } finally {
            calledAt = 0;
        }
    }

    private void unlessSetBack(Runnable call) {
        unlessSetBack(() -> {
            call.run();
            return null;
        });
    }

    @Override
    public void initTransactions() {
        unlessSetBack(() -> super.initTransactions());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return unlessSetBack(() -> super.partitionsFor(topic));
    }

    @Override
    public void beginTransaction() {
        unlessSetBack(super::beginTransaction);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        return unlessSetBack(() -> super.send(record, (metadata, why) -> callback.onCompletion(metadata, reason(why))));
    }

    /** Why a record was not sent. Kafka Streams expects what an abort of its own reports. */
    private Exception reason(Exception why) {
        return why == null || !isSetBack || why instanceof TransactionAbortedException ? why : new ClockStep(why);
    }

    @Override
    public void flush() {
        unlessSetBack(super::flush);
    }

    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        unlessSetBack(() -> super.sendOffsetsToTransaction(offsets, group));
        sent = Map.copyOf(offsets);
    }

    @Override
    public void commitTransaction() {
        unlessSetBack(super::commitTransaction);
        committed.accept(sent);
        sent = Map.of();
    }

    @Override
    public void abortTransaction() {
        sent = Map.of();
        calledAt = Time.SYSTEM.milliseconds();
        try {
            super.abortTransaction();
        } finally {
            calledAt = 0;
        }
    }
}
