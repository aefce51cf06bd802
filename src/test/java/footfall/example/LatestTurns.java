package footfall.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Keeps the latest revision of each turn. */
public final class LatestTurns implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaConsumer<String, byte[]> consumer;

    /** By turn_id. A service keeps this map in its database. */
    private final Map<String, JsonNode> turns = new TreeMap<>();

    public LatestTurns(Map<String, String> client, String group, String topic) {
        var config = new HashMap<String, Object>(client);
        config.put("group.id", group);
        config.put("isolation.level", "read_committed");
        config.put("auto.offset.reset", "earliest");
        config.put("enable.auto.commit", false);
        consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(topic));
    }

    /** Applies what has arrived, then commits: after a crash, Kafka delivers records again rather than never. */
    public int poll() throws IOException {
        var records = consumer.poll(Duration.ofMillis(500));
        for (var record : records) {
            apply(record);
        }
        consumer.commitSync();
        return records.count();
    }

    void apply(ConsumerRecord<String, byte[]> record) throws IOException {
        if (record.value() == null) {
            turns.remove(record.key()); // a tombstone
            return;
        }
        var turn = JSON.readTree(record.value());
        var known = turns.get(record.key());
        if (known == null
                || known.get("revision").asInt() < turn.get("revision").asInt()) {
            turns.put(record.key(), turn);
        } // else this revision, or a later one, was applied before
    }

    public Map<String, JsonNode> turns() {
        return turns;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
