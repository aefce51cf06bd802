package footfall.broker;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A topic as it is: its partitions in order, empty when it does not exist, and the configs that a spec lists.
 */
public record TopicState(String topic, List<PartitionState> partitions, Map<String, String> configs) {
    public TopicState {
        partitions = List.copyOf(partitions);
        configs = Collections.unmodifiableSortedMap(new TreeMap<>(configs));
    }

    static TopicState missing(String topic) {
        return new TopicState(topic, List.of(), Map.of());
    }

    public boolean exists() {
        return !partitions.isEmpty();
    }

    boolean isLed() {
        return exists()
                && partitions.stream().allMatch(partition -> partition.leader().isPresent());
    }

    /** A partition: leader, replicas, and the size of the leader's log if the cluster reports it. */
    public record PartitionState(int partition, OptionalInt leader, List<Integer> replicas, OptionalLong bytes) {
        public PartitionState {
            replicas = List.copyOf(replicas);
        }

        PartitionState sized(long size) {
            return new PartitionState(partition, leader, replicas, OptionalLong.of(size));
        }
    }
}
