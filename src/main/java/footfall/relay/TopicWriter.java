package footfall.relay;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes one topic. An error is thrown by {@link #settle}. */
final class TopicWriter<V> implements AutoCloseable {
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    private final KafkaProducer<String, V> producer;
    private final String topic;
    private final String effect;
    private volatile Exception failure;

    /** {@code effect}: what an error means for the next start. */
    TopicWriter(Map<String, ?> client, String topic, Serializer<V> values, String effect) {
        var config = new HashMap<String, Object>(client);
        config.put("acks", "all");
        config.put("enable.idempotence", true);
        // Waits for brokers that are away: what failed would be delivered again.
        config.put("delivery.timeout.ms", Integer.MAX_VALUE);
        config.put("max.block.ms", Long.MAX_VALUE);
        this.topic = topic;
        this.effect = effect;
        producer = new KafkaProducer<>(config, new StringSerializer(), values);
    }

    /** A null value is a tombstone. */
    void send(Integer partition, String key, V value) {
        try {
            producer.send(new ProducerRecord<>(topic, partition, key, value), (stored, why) -> {
                if (why != null) {
                    failure = why;
                }
            });
        } catch (KafkaException failedBefore) {
            failure = failedBefore.getCause() instanceof AuthorizationException denied ? denied : failedBefore;
        }
    }

    void settle() {
        producer.flush();
        if (failure != null) {
            throw RelayFailed.unwritten(topic, failure, effect);
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_MAX);
    }
}
