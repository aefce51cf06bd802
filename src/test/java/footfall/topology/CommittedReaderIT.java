package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.Story;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CommittedReaderIT {
    @TempDir
    Path folder;

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
