package footfall.relay;

import footfall.wire.Channels;
import footfall.wire.Undelivered;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes the dead-letter topic. An error is thrown by {@link #settle}. */
final class DeadLetters implements AutoCloseable {
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    private final KafkaProducer<String, Undelivered> producer;
    private final String topic;
    private volatile Exception failure;

    DeadLetters(Map<String, String> client, String prefix) {
        var config = new HashMap<String, Object>(client);
        config.put("acks", "all");
        config.put("enable.idempotence", true);
        topic = Channels.UNDELIVERED.topic(prefix);
        producer = new KafkaProducer<>(
                config, new StringSerializer(), Channels.UNDELIVERED.value().serializer());
    }

    void add(String key, Undelivered undelivered) {
        producer.send(new ProducerRecord<>(topic, key, undelivered), (stored, why) -> {
            if (why != null) {
                failure = why;
            }
        });
    }

    void settle() {
        producer.flush();
        if (failure != null) {
            throw RelayFailed.unwritten(topic, failure, "the alerts will be sent again after the next start");
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_MAX);
    }
}
