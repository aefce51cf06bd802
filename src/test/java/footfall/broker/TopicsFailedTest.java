package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.TopicSpec.Difference;
import footfall.broker.TopicSpec.TopicState.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** What is said of topics that are not as they are to be. */
class TopicsFailedTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    private static final TopicSpec TURNS =
            new TopicSpec("turns", 2, Map.of("cleanup.policy", "compact,delete", "retention.ms", "1000"));

    @Test
    void aRefusedPasswordNamesTheServersAndTheFile() {
        var refused = new SaslAuthenticationException("bad password");
        assertThat(TopicsFailed.because("kafka:9092", "describe topic turns", refused))
                .hasMessageContaining("kafka:9092")
                .hasMessageContaining("bad password")
                .hasMessageContaining("--config");
    }

    @Test
    void aRefusedRightSaysWhatWasTriedAndWhatToAskFor() {
        var refused = new TopicAuthorizationException("turns");
        assertThat(TopicsFailed.because("kafka:9092", "create topic turns", refused))
                .hasMessageContaining("denies this user permission to create topic turns")
                .hasMessageContaining("ask its administrator for Create, Describe");
    }

    @Test
    void aSlowEmbeddedBrokerIsNotToBeFoundAtAnotherAddress() {
        var slow = TopicsFailed.because("127.0.0.1:19092", "create topic turns", new TimeoutException("late"));
        assertThat(slow.onEmbeddedBroker())
                .hasMessage("the embedded broker did not answer in time; the machine may "
                        + "be overloaded or its disk too slow: start again when it is less busy");
        var fenced = TopicsFailed.because(
                "127.0.0.1:19092",
                "create topic turns",
                new InvalidReplicationFactorException("All brokers are currently fenced."));
        assertThat(fenced.onEmbeddedBroker()).hasMessage(slow.onEmbeddedBroker().getMessage());
        var refused =
                TopicsFailed.because("127.0.0.1:19092", "create topic turns", new TopicAuthorizationException("turns"));
        assertThat(refused.onEmbeddedBroker()).isSameAs(refused);
    }

    @Test
    void anotherPartitionCountNamesTheWayOut() {
        assertThat(TopicsFailed.partitions(List.of(new TopicSpec.Difference("turns", "partitions", "4", "3"))))
                .hasMessageContaining("turns has 3 partitions; expected 4")
                .hasMessageContaining("choose a new topic_prefix and replay into it");
    }

    @Test
    void nobodyAtTheAddressEndsWithinTheTimeoutAndNamesIt() {
        try (var topics = Topics.of(Map.of("bootstrap.servers", "127.0.0.1:1"), SHORT)) {
            assertThatThrownBy(() -> topics.check(List.of(new TopicSpec("turns", 1, Map.of()))))
                    .isInstanceOf(TopicsFailed.class)
                    .hasMessageContaining("Kafka at 127.0.0.1:1 did not answer in time")
                    .hasMessageContaining("--bootstrap-servers");
        }
    }

    @Test
    void clientPropertiesThatCannotBeAreRefusedAtOnce() {
        assertThatThrownBy(() -> Topics.of(Map.of("bootstrap.servers", "kafka"), SHORT))
                .isInstanceOf(TopicsFailed.class)
                .hasMessageContaining("kafka")
                .hasMessageContaining("--bootstrap-servers");
        assertThatThrownBy(() -> Topics.of(Map.of(), SHORT))
                .isInstanceOf(TopicsFailed.class)
                .hasMessageContaining("no bootstrap.servers given");
    }

    @Test
    void aTopicAsItIsToBeHasNoDifference() {
        assertThat(between(2, Map.of("cleanup.policy", "delete, compact", "retention.ms", "1000")))
                .isEmpty();
    }

    @Test
    void aMissingTopicIsOneDifference() {
        assertThat(Difference.between(TURNS, TopicSpec.TopicState.missing("turns")))
                .containsExactly(new Difference("turns", "topic", "present", "missing"));
    }

    @Test
    void partitionsAndEveryConfigOfTheSpecAreCompared() {
        assertThat(between(3, Map.of("cleanup.policy", "compact", "segment.ms", "5")))
                .containsExactly(
                        new Difference("turns", "partitions", "2", "3"),
                        new Difference("turns", "cleanup.policy", "compact,delete", "compact"),
                        new Difference("turns", "retention.ms", "1000", "unset"));
    }

    @Test
    void aSpecWithoutPartitionsOrWithABadNameIsRefused() {
        assertThatThrownBy(() -> new TopicSpec("turns", 0, Map.of())).hasMessage("partitions of turns is 0");
        assertThatThrownBy(() -> new TopicSpec("my turns", 1, Map.of())).hasMessageContaining("my turns");
    }

    private static List<Difference> between(int partitions, Map<String, String> configs) {
        var states = IntStream.range(0, partitions)
                .mapToObj(id -> new PartitionState(id, OptionalInt.of(1), List.of(1), OptionalLong.empty()))
                .toList();
        return Difference.between(TURNS, new TopicSpec.TopicState("turns", states, configs));
    }
}
