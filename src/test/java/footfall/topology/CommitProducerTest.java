package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    @Test
    void aClockThatWasSetBackEndsItsCalls() throws Exception {
        try (var producer = new CommitProducer(UNREACHABLE, offsets -> {})) {
            var record = new ProducerRecord<byte[], byte[]>("topic", new byte[0]);
            var ended = CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> producer.send(record, (metadata, none) -> {})));
            producer.setBack();
            var why = ended.get(4, TimeUnit.MINUTES);
            assertThat(why).isInstanceOf(ClockStep.class);
            assertThat(Recoverable.name(why)).isEqualTo("ClockStep");
        }
    }
}
