package footfall.broker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
                    && partitions.stream()
                            .allMatch(partition -> partition.leader().isPresent());
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

    /** One difference between a topic and its spec: the topic itself, its partitions, or a config by name. */
    public record Difference(String topic, String what, String expected, String actual) {
        public static final String TOPIC = "topic";
        public static final String PARTITIONS = "partitions";
        private static final String CLEANUP_POLICY = "cleanup.policy";
        private static final String UNSET = "unset";

        /** In the order topic, partitions, configs by name; empty when the topic matches. */
        static List<Difference> between(TopicSpec spec, TopicState state) {
            if (!state.exists()) {
                return List.of(new Difference(spec.name(), TOPIC, "present", "missing"));
            }
            var differences = new ArrayList<Difference>();
            add(
                    differences,
                    new Difference(
                            spec.name(),
                            PARTITIONS,
                            Integer.toString(spec.partitions()),
                            Integer.toString(state.partitions().size())));
            spec.configs()
                    .forEach((name, expected) -> add(
                            differences,
                            new Difference(
                                    spec.name(), name, expected, state.configs().getOrDefault(name, UNSET))));
            return List.copyOf(differences);
        }

        private static void add(List<Difference> differences, Difference candidate) {
            if (!candidate.isNone()) {
                differences.add(candidate);
            }
        }

        private boolean isNone() {
            return what.equals(CLEANUP_POLICY) ? inOrder(expected).equals(inOrder(actual)) : expected.equals(actual);
        }

        /** {@code compact,delete} and {@code delete, compact} are equal. */
        private static String inOrder(String policies) {
            return Arrays.stream(policies.split(","))
                    .map(String::strip)
                    .sorted()
                    .collect(Collectors.joining(","));
        }
    }
}
