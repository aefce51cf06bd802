package footfall.broker;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.internals.Topic;

/**
 * The required name, partitions and configs of a topic, in Kafka's names. Configs that are not listed may
 * have any value. The replication factor is the cluster's default.
 */
public record TopicSpec(String name, int partitions, Map<String, String> configs) {
    public TopicSpec {
        Objects.requireNonNull(name, "name is null");
        Topic.validate(name);
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions of " + name + " is " + partitions);
        }
        configs = sorted(configs);
    }

    private static SortedMap<String, String> sorted(Map<String, String> configs) {
        var copy = new TreeMap<String, String>();
        Map.copyOf(configs).forEach(copy::put); // rejects null
        return Collections.unmodifiableSortedMap(copy);
    }
}
