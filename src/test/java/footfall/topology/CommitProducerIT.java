package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.Story;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
                    var producer = new CommitProducer(config, emitted::add)) {
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

    private static Map<TopicPartition, OffsetAndMetadata> at(String topic, long offset) {
        return Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset));
    }
}
