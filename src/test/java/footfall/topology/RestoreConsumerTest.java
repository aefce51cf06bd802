package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class RestoreConsumerTest {
    /** Nothing listens there. */
    private static final Map<String, Object> UNREACHABLE =
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");

    private static final Duration TO_THE_PREVIOUS_TIME = Duration.ofDays(2);

    @Test
    void aClockThatWasSetBackEndsItsWaits() throws Exception {
        try (var consumer = new RestoreConsumer(UNREACHABLE, new UnreadableRows())) {
            consumer.assign(List.of(new TopicPartition(Tables.TURN_LOG.changelog("driver"), 0)));
            var polled = CompletableFuture.supplyAsync(() -> consumer.poll(TO_THE_PREVIOUS_TIME));
            consumer.setBack();
            assertThat(polled.get(4, TimeUnit.MINUTES)).isEmpty();
        }
    }

    /** Kafka Streams restores from the position all the same; any other exception would end its thread. */
    @Test
    void aPositionThatIsAskedForMeanwhileIsUnknownAsAfterATimeout() {
        try (var consumer = new RestoreConsumer(UNREACHABLE, new UnreadableRows())) {
            var changelog = new TopicPartition(Tables.TURN_LOG.changelog("driver"), 0);
            consumer.assign(List.of(changelog));
            consumer.seekToBeginning(List.of(changelog));
            consumer.setBack();
            assertThatThrownBy(() -> consumer.position(changelog)).isInstanceOf(TimeoutException.class);
        }
    }
}
