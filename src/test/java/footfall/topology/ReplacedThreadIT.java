package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LongSuite
@Timeout(120)
class ReplacedThreadIT {
    private static final AtomicBoolean HAS_FAILED = new AtomicBoolean();

    @TempDir
    Path folder;

    /** Ends the stream thread that has the first record, as a broker that does not answer may. */
    public static final class FailsOnce implements TimestampExtractor {
        @Override
        public long extract(ConsumerRecord<Object, Object> record, long latest) {
            if (!HAS_FAILED.getAndSet(true)) {
                throw new TimeoutException("x");
            }
            return record.timestamp();
        }
    }

    /** By {@code LagConsumer.close}: without it, the partitions of the thread wait for the session timeout. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    void aThreadThatIsReplacedLeavesTheGroupSoThatItsPartitionsContinueAtOnce(String protocol) {
        HAS_FAILED.set(false);
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("replaced", 2, Story.RULES)
                    .send(Shipment.of(session("s1")
                                    .prompt(0, "go")
                                    .assistant(1, "m1", use("Read", "t1"))
                                    .duration(2, 10))
                            .records());
            var settings = new StreamSettings("replaced", folder.resolve("state"), 2, 32 << 20, cluster.client())
                    .with("group.protocol", protocol)
                    .with("session.timeout.ms", "110000")
                    .with("default.timestamp.extractor", FailsOnce.class.getName());
            try (var streaming = Streaming.start(footfall.settings(), settings)) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> footfall.turns().size() == 1);
                assertThat(streaming.counts().restarts()).isEqualTo(1);
            }
        }
    }
}
