package footfall.broker;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A partition: leader, replicas, and the size of the leader's log if the cluster reports it. */
public record PartitionState(int partition, OptionalInt leader, List<Integer> replicas, OptionalLong bytes) {
    public PartitionState {
        replicas = List.copyOf(replicas);
    }

    PartitionState sized(long size) {
        return new PartitionState(partition, leader, replicas, OptionalLong.of(size));
    }
}
