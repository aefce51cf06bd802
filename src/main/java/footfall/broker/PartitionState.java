package footfall.broker;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One partition as the cluster tells: who leads it, who keeps it, and how large its leader's log is, if
 * that is told.
 */
public record PartitionState(int partition, OptionalInt leader, List<Integer> replicas, OptionalLong bytes) {
  public PartitionState {
    replicas = List.copyOf(replicas);
  }

  PartitionState sized(long size) {
    return new PartitionState(partition, leader, replicas, OptionalLong.of(size));
  }
}
