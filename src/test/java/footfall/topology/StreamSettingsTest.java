package footfall.topology;

import static footfall.topology.StreamSettings.applicationId;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

/** What Kafka Streams is started with. */
class StreamSettingsTest {
    private static final String PROCESS = "7f1c2a9e-0000-4000-8000-000000000001";

    private static StreamsConfig stream(Map<String, String> client) {
        var settings = new StreamSettings("app", Path.of("state"), 1, 8 << 20, client).shared();
        try (var memory = new BoundedRocks.Memory(settings.memoryBytes())) {
            return new StreamsConfig(StreamConfig.of(settings, memory, new AtomicReference<>()));
        }
    }

    private static Map<String, Object> consumer(StreamsConfig stream) {
        return stream.getMainConsumerConfigs("app", "thread", 0);
    }

    @Test
    void aKilledInstanceIsMissedAfterSixSecondsAndItsTransactionAbortedWithinAMinute() {
        var stream = stream(Map.of("bootstrap.servers", "b:1"));
        assertThat(consumer(stream))
                .containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000)
                .containsEntry(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, "500");
        assertThat(stream.getProducerConfigs("thread"))
                .containsEntry(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 60_000);
    }

    /** Until the transaction of a killed instance is aborted, its committed offsets are unknown. */
    @Test
    void committedOffsetsAreAskedForAgainThreeTimesASecond() {
        assertThat(consumer(stream(Map.of("bootstrap.servers", "b:1"))))
                .containsEntry(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 300)
                .containsEntry(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 300);
    }

    /** {@code CommitProducerIT} has what happens with one. */
    @Test
    void recordsAndCommitsWaitForBrokersWithoutATimeout() {
        assertThat(stream(Map.of("bootstrap.servers", "b:1")).getProducerConfigs("thread"))
                .containsEntry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE)
                .containsEntry(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
    }

    /** Nothing closes the connections to it. */
    @Test
    void aBrokerWhoseMachineVanishedIsWaitedForALittleLongerThanThePartitionsNeedForAnotherLeader() {
        var stream = stream(Map.of("bootstrap.servers", "b:1"));
        assertThat(consumer(stream)).containsEntry(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 12_000);
        assertThat(stream.getProducerConfigs("thread"))
                .containsEntry(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 12_000);
        assertThat(consumer(stream(Map.of("bootstrap.servers", "b:1", "request.timeout.ms", "30000"))))
                .containsEntry(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "30000");
    }

    @Test
    void anotherInstanceHasAStandbyOfEachStore() {
        assertThat(stream(Map.of("bootstrap.servers", "b:1")).getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG))
                .isEqualTo(1);
    }

    @Test
    void kafkasOwnNamesTakePrecedence() {
        assertThat(consumer(stream(Map.of("bootstrap.servers", "b:1", "session.timeout.ms", "30000"))))
                .containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "30000");
    }

    @Test
    void stateOutputAndOffsetsAreCommittedTogetherAndOnlyCommittedRecordsAreRead() {
        var stream = stream(Map.of("bootstrap.servers", "b:1"));
        assertThat(stream.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG)).isEqualTo("exactly_once_v2");
        assertThat(consumer(stream)).containsEntry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    }

    @Test
    void theApplicationIdIsThePrefixWithoutItsLastDot() {
        assertThat(Stream.of("footfall.", "team", "a.b.", ".").map(StreamSettings::applicationId))
                .containsExactly("footfall", "team", "a.b", ".");
        assertThat(applicationId("footfall.")).isEqualTo("footfall");
    }

    @Test
    void anApplicationThatInstancesShareHasStandbysUnlessKafkasPropertySaysOtherwise() {
        var settings = new StreamSettings(
                "app", Path.of("state"), 1, 1, Map.of("bootstrap.servers", "b:1", "num.standby.replicas", "0"));
        assertThat(settings.shared().client())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "bootstrap.servers", "b:1",
                        "num.standby.replicas", "0",
                        "heartbeat.interval.ms", "500",
                        "max.warmup.replicas", "8",
                        "probing.rebalance.interval.ms", "60000"));
    }

    @Test
    void aTransactionIsOrphanedWhenNoMemberIsTheThreadThatBeganIt() {
        var open = List.of("app-" + PROCESS + "-1", "app-" + PROCESS + "-2");
        var one = "app-" + PROCESS + "-StreamThread-1-consumer";
        assertThat(OrphanedTransactions.among(open, List.of(one), "app")).containsExactly("app-" + PROCESS + "-2");
        assertThat(OrphanedTransactions.among(open, List.of(), "app")).containsExactlyInAnyOrderElementsOf(open);
        assertThat(OrphanedTransactions.among(open, List.of(one, "mine"), "app"))
                .isEmpty();
    }

    @Test
    void aClientIdThatBeginsWithTheApplicationIdDoesNotTellTheTransaction() {
        var open = List.of("app-" + PROCESS + "-1");
        var custom = "app-on-host-1-StreamThread-1-consumer";
        assertThat(OrphanedTransactions.among(open, List.of(custom), "app")).isEmpty();
    }
}
