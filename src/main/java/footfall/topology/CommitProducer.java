package footfall.topology;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The producer of a stream thread; reports the input offsets that a transaction has committed. */
final class CommitProducer extends KafkaProducer<byte[], byte[]> {
    private final Consumer<Map<TopicPartition, OffsetAndMetadata>> committed;
    private Map<TopicPartition, OffsetAndMetadata> sent = Map.of();

    CommitProducer(Map<String, Object> config, Consumer<Map<TopicPartition, OffsetAndMetadata>> committed) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.committed = committed;
    }

    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        super.sendOffsetsToTransaction(offsets, group);
        sent = Map.copyOf(offsets);
    }

    @Override
    public void commitTransaction() {
        super.commitTransaction();
        committed.accept(sent);
        sent = Map.of();
    }

    @Override
    public void abortTransaction() {
        sent = Map.of();
        super.abortTransaction();
    }
}
