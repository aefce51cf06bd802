package footfall.broker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

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
        return Arrays.stream(policies.split(",")).map(String::strip).sorted().collect(Collectors.joining(","));
    }
}
