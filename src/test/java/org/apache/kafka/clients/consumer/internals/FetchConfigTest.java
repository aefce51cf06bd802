package org.apache.kafka.clients.consumer.internals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class FetchConfigTest {
    private final List<String> created = new ArrayList<>();

    /** Otherwise the class path has Kafka's class first, and a thread at rest wakes for two fetches a second. */
    @Test
    void kafkasConsumersUseThisClass() {
        FetchConfig.Registry registry = (client, fetches) -> created.add(
                client + " " + fetches.maxWaitMs + " " + fetches.maxPollRecords + " " + fetches.isolationLevel);
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                "127.0.0.1:1",
                "group.id",
                "g",
                "client.id",
                "c",
                "fetch.max.wait.ms",
                123,
                FetchConfig.REGISTRY,
                registry);
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            assertThat(consumer.assignment()).isEmpty();
            assertThat(created).containsExactly("c 123 500 read_uncommitted");
        }
    }
}
