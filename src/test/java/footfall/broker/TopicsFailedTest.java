package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class TopicsFailedTest {
    private static final Duration SHORT = Duration.ofMillis(500);

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
}
