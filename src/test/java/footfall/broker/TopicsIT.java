package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.TopicSpec.Difference;
import footfall.broker.TopicSpec.TopicState.PartitionState;
import footfall.broker.Topics.Creation;
import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One broker for all; each test has topics of its own. */
@Timeout(120)
class TopicsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Map<String, String> TURNS = Map.of(
            "cleanup.policy",
            "compact,delete",
            "retention.ms",
            "7776000000",
            "message.timestamp.type",
            "CreateTime",
            "max.message.bytes",
            "1114112");

    @TempDir
    static Path scratch;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(BrokerSettings.in(scratch.resolve("data")));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void whatIsMissingIsCreatedOnceAndIsThenAsItIsToBe() {
        var specs = List.of(
                new TopicSpec("a.turns", 4, TURNS),
                new TopicSpec("a.lines", 4, Map.of("message.timestamp.type", "LogAppendTime")));
        try (var topics = topics(Map.of())) {
            assertThat(topics.check(specs))
                    .containsExactly(
                            new Difference("a.turns", "topic", "present", "missing"),
                            new Difference("a.lines", "topic", "present", "missing"));
            assertThat(topics.create(specs)).extracting(Creation::result).containsOnly(Creation.Result.CREATED);
            assertThat(topics.create(specs)).extracting(Creation::result).containsOnly(Creation.Result.EXISTS);
            assertThat(topics.check(specs)).isEmpty();
        }
    }

    @Test
    void anotherPartitionCountIsRefusedWithTheWayOutAndNothingIsCreated() {
        try (var topics = topics(Map.of())) {
            topics.create(List.of(new TopicSpec("b.turns", 3, Map.of())));
            var more = List.of(new TopicSpec("b.turns", 4, Map.of()), new TopicSpec("b.lines", 4, Map.of()));
            assertThatThrownBy(() -> topics.create(more))
                    .isInstanceOf(TopicsFailed.class)
                    .hasMessageContaining("b.turns has 3 partitions; expected 4")
                    .hasMessageContaining("choose a new topic_prefix and replay into it");
            assertThat(topics.check(more))
                    .containsExactly(
                            new Difference("b.turns", "partitions", "4", "3"),
                            new Difference("b.lines", "topic", "present", "missing"));
        }
    }

    @Test
    void anotherRetentionIsReportedAndLeftAsItIsUntilItIsChanged() {
        var day = List.of(new TopicSpec("c.turns", 1, Map.of("retention.ms", "86400000")));
        var week = List.of(new TopicSpec("c.turns", 1, Map.of("retention.ms", "604800000")));
        var difference = new Difference("c.turns", "retention.ms", "604800000", "86400000");
        try (var topics = topics(Map.of())) {
            topics.create(day);
            assertThat(topics.create(week))
                    .containsExactly(new Creation("c.turns", Creation.Result.DIFFERS, List.of(difference)));
            assertThat(topics.check(week)).containsExactly(difference);
            assertThat(topics.check(day)).isEmpty();
            topics.change(week, "cleanup.policy");
            assertThat(topics.check(day)).isEmpty();
            topics.change(week, "retention.ms");
            topics.change(week, "retention.ms");
            assertThat(topics.check(week)).isEmpty();
        }
    }

    @Test
    void aDescriptionTellsPartitionsLeadersReplicasSizesAndTheConfigsOfTheSpec() throws Exception {
        var specs = List.of(
                new TopicSpec("d.turns", 2, Map.of("cleanup.policy", "compact")),
                new TopicSpec("d.absent", 1, Map.of()));
        try (var topics = topics(Map.of())) {
            topics.create(specs.subList(0, 1));
            Records.of(broker.client(), "d.turns").write(Records.numbered(10));
            var states = topics.describe(specs);
            var led = new PartitionState(1, OptionalInt.of(1), List.of(1), OptionalLong.of(0));
            assertThat(states.get(0).partitions().get(1)).isEqualTo(led);
            assertThat(states.get(0).partitions().get(0).bytes().orElse(0)).isPositive();
            assertThat(states.get(0).configs()).isEqualTo(Map.of("cleanup.policy", "compact"));
            assertThat(states.get(1)).isEqualTo(TopicSpec.TopicState.missing("d.absent"));
        }
    }

    @Test
    void aConfigThatTheClusterRefusesIsNamedWithItsTopic() {
        var specs = List.of(new TopicSpec("e.turns", 1, Map.of("retention.ms", "soon")));
        try (var topics = topics(Map.of())) {
            assertThatThrownBy(() -> topics.create(specs))
                    .isInstanceOf(TopicsFailed.class)
                    .hasMessageContaining("create topic e.turns")
                    .hasMessageContaining("retention.ms")
                    .hasMessageContaining(broker.bootstrapServers());
        }
    }

    @Test
    void aClientThatSpeaksAnotherProtocolGetsAClearError() {
        var sasl = Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"ada\" password=\"x\";");
        try (var topics = topics(sasl)) {
            assertThatThrownBy(() -> topics.check(List.of(new TopicSpec("f.turns", 1, Map.of()))))
                    .isInstanceOf(TopicsFailed.class)
                    .hasMessageContaining("authentication with Kafka at")
                    .hasMessageContaining("security.protocol");
        }
    }

    private static Topics topics(Map<String, String> more) {
        var client = new HashMap<>(broker.client());
        client.putAll(more);
        return Topics.of(client, TIMEOUT);
    }

    @Test
    @LongSuite
    void partitionsThatTakeNoRecordsAreCountedThoughTheControllersAreLost() throws Exception {
        try (var quorum = Quorum.start(scratch.resolve("quorum"))) {
            var specs = List.of(new TopicSpec("q.turns", 6, Map.of("min.insync.replicas", "2")));
            Quorum.create(quorum.client(), specs);
            assertThat(replicas(quorum, specs)).isEqualTo(new Topics.Replicas(6, 0, 0));
            quorum.kill(0);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> replicas(quorum, specs).equals(new Topics.Replicas(6, 0, 6)));
            quorum.kill(1);
            assertThat(replicas(quorum, specs).unwritable()).isPositive();
        }
    }

    private static Topics.Replicas replicas(Quorum quorum, List<TopicSpec> specs) {
        try (var topics = Topics.of(quorum.client(), Duration.ofSeconds(10))) {
            return topics.replicas(specs);
        }
    }
}
