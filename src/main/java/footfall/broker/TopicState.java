package footfall.broker;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a topic is: its partitions in order, none when there is no such topic, and the configs that a spec
 * names.
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
    return exists() && partitions.stream().allMatch(partition -> partition.leader().isPresent());
  }
}
