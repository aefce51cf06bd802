package footfall.eventlog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The sums that a {@link FollowsGraph} is computed from. Those of different cases add up to those of all of them.
 */
public record FollowsSums(long cases, long events, List<Node> nodes, List<Edge> edges) {
    public static final FollowsSums NONE = new FollowsSums(0, 0, List.of(), List.of());

    public FollowsSums {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** An activity. {@code durationMs}: of the {@code completed} ones. */
    public record Node(
            String activity, long count, long failures, long completed, long durationMs, long starts, long ends) {
        private Node plus(Node other) {
            return new Node(
                    activity,
                    count + other.count,
                    failures + other.failures,
                    completed + other.completed,
                    durationMs + other.durationMs,
                    starts + other.starts,
                    ends + other.ends);
        }
    }

    /** {@code betweenMs}: from the completion of one to the start of the other. */
    public record Edge(String from, String to, long count, long betweenMs) {
        private Edge plus(Edge other) {
            return new Edge(from, to, count + other.count, betweenMs + other.betweenMs);
        }
    }

    /** The sums of both; they must have no case in common. */
    public FollowsSums plus(FollowsSums other) {
        return new FollowsSums(
                cases + other.cases,
                events + other.events,
                merged(nodes, other.nodes, Node::activity, Node::plus),
                merged(edges, other.edges, edge -> List.of(edge.from, edge.to), Edge::plus));
    }

    private static <T> List<T> merged(List<T> some, List<T> more, Function<T, Object> key, BinaryOperator<T> plus) {
        Map<Object, T> all = new LinkedHashMap<>();
        some.forEach(one -> all.put(key.apply(one), one));
        more.forEach(one -> all.merge(key.apply(one), one, plus));
        return List.copyOf(all.values());
    }

    public FollowsGraph graph() {
        return new FollowsGraph(
                cases,
                events,
                nodes.stream()
                        .map(one -> new FollowsGraph.Node(
                                one.activity,
                                one.count,
                                one.failures,
                                mean(one.durationMs, one.completed),
                                one.starts,
                                one.ends))
                        .toList(),
                edges.stream()
                        .map(one -> new FollowsGraph.Edge(one.from, one.to, one.count, mean(one.betweenMs, one.count)))
                        .toList());
    }

    private static long mean(long sum, long count) {
        return count == 0 ? 0 : Math.round((double) sum / count);
    }
}
