package footfall.connect;

import footfall.wire.Channel;
import footfall.wire.Channels;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes to footfall's topics what a processor would, by the properties of a Kafka client. */
record TopicWriter(Map<String, String> client) {
    /** {@code value} is null for a tombstone. */
    void send(Channel<?, ?> channel, String key, String value) {
        try (var producer = producer(Map.of())) {
            producer.send(record(channel, key, value));
        }
    }

    /** In a transaction that ends in nothing. */
    void sendAborted(Channel<?, ?> channel, String key, String value) {
        try (var producer = producer(Map.of("transactional.id", "aborts"))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record(channel, key, value));
            producer.flush();
            producer.abortTransaction();
        }
    }

    private KafkaProducer<String, byte[]> producer(Map<String, String> more) {
        var config = new HashMap<String, Object>(client);
        config.putAll(more);
        return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<String, byte[]> record(Channel<?, ?> channel, String key, String value) {
        var bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(channel.topic(Channels.PREFIX), key, bytes);
    }
}
