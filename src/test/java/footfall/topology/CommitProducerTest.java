package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import footfall.testkit.LongSuite;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class CommitProducerTest {
    /** Nothing listens there. */
    private static final Map<String, Object> UNREACHABLE = Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            "127.0.0.1:1",
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            Duration.ofDays(2).toMillis());

    private static void assertEnds(Consumer<CommitProducer> call) throws Exception {
        try (var producer = new CommitProducer(UNREACHABLE, offsets -> {})) {
            var ended = CompletableFuture.supplyAsync(() -> catchThrowable(() -> call.accept(producer)));
            producer.setBack();
            var why = ended.get(4, TimeUnit.MINUTES);
            assertThat(why).isInstanceOf(ClockStep.class);
            assertThat(Recoverable.name(why)).isEqualTo("ClockStep");
        }
    }

    @Test
    @LongSuite
    void aClockThatWasSetBackEndsItsCalls() throws Exception {
        var record = new ProducerRecord<byte[], byte[]>("topic", new byte[0]);
        assertEnds(producer -> producer.send(record, (metadata, why) -> {}));
        assertEnds(producer -> producer.partitionsFor("topic"));
    }
}
