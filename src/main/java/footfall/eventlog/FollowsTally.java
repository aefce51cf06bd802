package footfall.eventlog;

import footfall.line.Outcome;
import footfall.line.Printable;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Counts directly-follows relations as pm4py does: an event follows the one that started before it; a case
 * starts with the event that completes first and ends with the one that completes last. Expects events case
 * by case in {@link Event#BY_START}. Holds a row per activity and per pair of them.
 */
public final class FollowsTally {
    private final Map<String, NodeSum> nodes = new HashMap<>();
    private final Map<Pair, EdgeSum> edges = new HashMap<>();
    private long cases;
    private long events;
    private Event last;
    private Event firstDone;
    private Event lastDone;

    private record Pair(String from, String to) {}

    private static final class NodeSum {
        long count;
        long failures;
        long completed;
        long durationMs;
        long starts;
        long ends;

        FollowsSums.Node of(String activity) {
            return new FollowsSums.Node(activity, count, failures, completed, durationMs, starts, ends);
        }
    }

    private static final class EdgeSum {
        long count;
        long betweenMs;
    }

    /** Adds the next event. */
    public void add(Event event) {
        var node = node(event);
        node.count++;
        node.failures += event.step().result().outcome() == Outcome.ERROR ? 1 : 0;
        if (event.step().result().outcome() != Outcome.PENDING) {
            node.completed++;
            node.durationMs += Duration.between(event.start(), event.complete()).toMillis();
        }
        events++;
        if (last == null || !last.caseId().equals(event.caseId())) {
            endCase();
            cases++;
            firstDone = event;
            lastDone = event;
        } else if (last.isDirectlyBefore(event)) {
            var edge = edges.computeIfAbsent(new Pair(name(last), name(event)), none -> new EdgeSum());
            edge.count++;
            // Parallel calls overlap, so the waiting time is zero.
            edge.betweenMs +=
                    Math.max(0, Duration.between(last.complete(), event.start()).toMillis());
        }
        last = event;
        firstDone = Event.ORDER.compare(event, firstDone) < 0 ? event : firstDone;
        lastDone = Event.ORDER.compare(event, lastDone) > 0 ? event : lastDone;
    }

    private void endCase() {
        if (last != null) {
            node(firstDone).starts++;
            node(lastDone).ends++;
        }
    }

    /** The graph of all events, after the last one. */
    public FollowsGraph graph() {
        return sums().graph();
    }

    /** The sums of all events, after the last one. */
    public FollowsSums sums() {
        endCase();
        last = null;
        return new FollowsSums(
                cases,
                events,
                nodes.entrySet().stream()
                        .map(one -> one.getValue().of(one.getKey()))
                        .toList(),
                edges.entrySet().stream()
                        .map(one -> new FollowsSums.Edge(
                                one.getKey().from(), one.getKey().to(), one.getValue().count, one.getValue().betweenMs))
                        .toList());
    }

    private NodeSum node(Event event) {
        return nodes.computeIfAbsent(name(event), none -> new NodeSum());
    }

    private static String name(Event event) {
        return Printable.of(event.activity());
    }

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
                            .map(one ->
                                    new FollowsGraph.Edge(one.from, one.to, one.count, mean(one.betweenMs, one.count)))
                            .toList());
        }

        private static long mean(long sum, long count) {
            return count == 0 ? 0 : Math.round((double) sum / count);
        }
    }
}
