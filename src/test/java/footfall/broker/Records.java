package footfall.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/** Records written to and read from one partition, for tests that care what a broker kept. */
record Records(Map<String, String> client, TopicPartition partition) {
    private static final int REQUEST_BYTES_MAX = 2 << 20;
    private static final int KEY_CHARS_MAX = 100;
    private static final Duration READ_TIME_MAX = Duration.ofSeconds(30);

    static Records of(Map<String, String> client, String topic) {
        return new Records(client, new TopicPartition(topic, 0));
    }

    KafkaProducer<String, String> producer() {
        var properties = new HashMap<String, Object>(client());
        properties.put("max.request.size", REQUEST_BYTES_MAX);
        return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    /** Returns when all are acknowledged. */
    void write(List<String> values) throws Exception {
        try (var producer = producer()) {
            var acks =
                    values.stream().map(value -> producer.send(record(value))).toList();
            for (var ack : acks) {
                ack.get();
            }
        }
    }

    /** The value is its own key, as a compacted topic wants one. */
    private ProducerRecord<String, String> record(String value) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), key(value), value);
    }

    private static String key(String value) {
        return value.substring(0, Math.min(value.length(), KEY_CHARS_MAX));
    }

    /** Everything from the beginning to the end as it is now. */
    List<String> read() {
        return all().stream().map(ConsumerRecord::value).toList();
    }

    /** The leader's terms in which records were taken; each loss of the partition begins a new one. */
    Set<Integer> terms() {
        return all().stream().map(record -> record.leaderEpoch().orElseThrow()).collect(Collectors.toSet());
    }

    private List<ConsumerRecord<String, String>> all() {
        var properties = new HashMap<String, Object>(client());
        properties.put("auto.offset.reset", "none");
        properties.put("max.poll.records", Integer.MAX_VALUE);
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(Set.of(partition));
            consumer.seekToBeginning(Set.of(partition));
            var end = consumer.endOffsets(Set.of(partition)).get(partition);
            var values = new ArrayList<ConsumerRecord<String, String>>();
            Awaitility.await().atMost(READ_TIME_MAX).until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(values::add);
                return consumer.position(partition) >= end;
            });
            return values;
        }
    }

    static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(number -> "record " + number).toList();
    }
}
