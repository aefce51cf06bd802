package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Cluster;
import footfall.testkit.Ports;
import footfall.testkit.Story;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of a processor, and who reads what they committed. */
@Timeout(120)
class CommitProducerIT {
    @TempDir
    Path folder;

    @Test
    void offsetsAreReportedWhenTheirTransactionIsCommittedAndNotWhenItIsAborted() {
        var emitted = new ArrayList<Map<TopicPartition, OffsetAndMetadata>>();
        try (var cluster = Cluster.start(folder)) {
            var lines = Channels.LINES.topic(
                    cluster.footfall("committed", 1, Story.RULES).settings().prefix());
            var config = new HashMap<String, Object>(cluster.client());
            config.put("transactional.id", "committed-1");
            var group = new HashMap<String, Object>(cluster.client());
            group.put("group.id", "committed");
            try (var consumer = new KafkaConsumer<>(group, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                    var producer = new CommitProducer(config, emitted::add, (since, until) -> {})) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.sendOffsetsToTransaction(at(lines, 5), consumer.groupMetadata());
                producer.abortTransaction();
                producer.beginTransaction();
                producer.sendOffsetsToTransaction(at(lines, 3), consumer.groupMetadata());
                assertThat(emitted).isEmpty();
                producer.commitTransaction();
            }
            assertThat(emitted).isEqualTo(List.of(at(lines, 3)));
        }
    }

    /** A producer of a stream thread, in a transaction of which the broker has all records. */
    private CommitProducer flushed(Map<String, String> client, String topic) {
        var settings = new StreamSettings("waiting", folder, 1, 8 << 20, client);
        CommitProducer producer;
        try (var memory = new BoundedRocks.Memory(settings.memoryBytes())) {
            var config = new StreamsConfig(StreamConfig.of(settings, memory, new AtomicReference<>()))
                    .getProducerConfigs("waiting");
            config.put("transactional.id", "waiting-1");
            producer = new CommitProducer(config, offsets -> {}, (since, until) -> {});
        }
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, new byte[1], new byte[1]), (sent, why) -> {});
        producer.flush();
        return producer;
    }

    private static String topic(Cluster cluster) {
        return Channels.TURNS.topic(
                cluster.footfall("waiting", 1, Story.RULES).settings().prefix());
    }

    @Test
    void aCommitWaitsForABrokerThatIsAwayAndSucceedsWhenItIsBack() throws Exception {
        int port = Ports.free();
        CommitProducer producer;
        String topic;
        try (var cluster = Cluster.start(folder, port)) {
            topic = topic(cluster);
            producer = flushed(cluster.client(), topic);
        }
        try (producer) {
            assertThat(producer.waitingSince()).isEmpty();
            var commit = CompletableFuture.runAsync(producer::commitTransaction);
            Awaitility.await().until(() -> producer.waitingSince().isPresent());
            try (var back = Cluster.start(folder, port)) {
                assertThat(back.client()).isNotEmpty();
                commit.get(1, TimeUnit.MINUTES);
                assertThat(producer.waitingSince()).isEmpty();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(topic, new byte[1], new byte[1]), (sent, why) -> {});
                producer.commitTransaction();
            }
        }
    }

    /** Why producers of stream threads have no such timeout: Kafka Streams aborts before it starts over. */
    @Test
    void afterACommitThatTimedOutNoTransactionCanBeAborted() {
        int port = Ports.free();
        CommitProducer producer;
        try (var cluster = Cluster.start(folder, port)) {
            var client = new HashMap<>(cluster.client());
            client.put("max.block.ms", "2000");
            producer = flushed(client, topic(cluster));
        }
        assertThatThrownBy(producer::commitTransaction).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(producer::abortTransaction).isInstanceOf(IllegalStateException.class);
        producer.close(Duration.ZERO);
    }

    private static Map<TopicPartition, OffsetAndMetadata> at(String topic, long offset) {
        return Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset));
    }

    /** As between the answer to a commit and its marker. */
    @Test
    void aReadIncludesTheTransactionThatIsOpenWhenItBegins() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("committing", 1, Story.RULES);
            var topic = Channels.REJECTED.topic(footfall.settings().prefix());
            var config = new HashMap<String, Object>(cluster.client());
            config.put("transactional.id", "committing");
            try (var producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(topic, 0, null, null)).get();
                assertThat(footfall.committed().ends(Channels.REJECTED)).containsEntry(0, 1L);
                var offsets = new ArrayList<Long>();
                var read = CompletableFuture.runAsync(
                        () -> footfall.committed().each(Channels.REJECTED, record -> offsets.add(record.offset())));
                producer.commitTransaction();
                read.get(4, TimeUnit.MINUTES);
                assertThat(offsets).containsExactly(0L);
            }
        }
    }
}
