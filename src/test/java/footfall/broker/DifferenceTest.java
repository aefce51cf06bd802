package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.TopicSpec.Difference;
import footfall.broker.TopicSpec.TopicState.PartitionState;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    private static final TopicSpec TURNS =
            new TopicSpec("turns", 2, Map.of("cleanup.policy", "compact,delete", "retention.ms", "1000"));

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
