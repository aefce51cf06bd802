package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;

class ReplicasTest {
    private static final Node ONE = new Node(1, "one", 9092);
    private static final Node TWO = new Node(2, "two", 9092);

    private static TopicDescription topic(String name, List<List<Node>> inSync) {
        var partitions = inSync.stream()
                .map(nodes -> new TopicPartitionInfo(0, ONE, List.of(ONE, TWO), nodes))
                .toList();
        return new TopicDescription(name, false, partitions);
    }

    @Test
    void aPartitionIsCountedWhenAReplicaIsNotInSync() {
        var lines = topic("lines", List.of(List.of(ONE, TWO), List.of(ONE), List.of()));
        var turns = topic("turns", List.of(List.of(TWO), List.of(TWO, ONE)));
        assertThat(Replicas.underReplicated(List.of(lines, turns))).isEqualTo(3);
    }
}
