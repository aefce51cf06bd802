package footfall.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the committed records of a topic, from the time that it is opened on. */
final class CommittedRecords implements AutoCloseable {
    private static final long WAIT_NS_MAX = Duration.ofSeconds(30).toNanos();

    private final KafkaConsumer<String, byte[]> consumer;

    CommittedRecords(Map<String, String> client, String topic) {
        var config = new HashMap<String, Object>(client);
        config.put("isolation.level", "read_committed");
        config.put("fetch.max.wait.ms", 5);
        consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        var partitions = consumer.partitionsFor(topic).stream()
                .map(at -> new TopicPartition(topic, at.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    /** Returns once a record of this key has come. */
    void await(String key) {
        long began = System.nanoTime();
        while (System.nanoTime() - began < WAIT_NS_MAX) {
            for (var record : consumer.poll(Duration.ofMillis(5))) {
                if (record.key().equals(key)) {
                    return;
                }
            }
        }
        throw new IllegalStateException("no record of " + key + " in 30 s");
    }

    @Override
    public void close() {
        consumer.close();
    }
}
