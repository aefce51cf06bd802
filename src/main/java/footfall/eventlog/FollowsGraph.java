package footfall.eventlog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The directly-follows graph of an event log: which activity follows which, how often, and after what mean
 * time. Nodes and edges are ordered by frequency, then by printable name.
 */
public record FollowsGraph(long cases, long events, List<Node> nodes, List<Edge> edges) {
    public FollowsGraph {
        nodes = nodes.stream()
                .sorted(Comparator.comparingLong(Node::count).reversed().thenComparing(Node::activity))
                .toList();
        edges = edges.stream()
                .sorted(Comparator.comparingLong(Edge::count)
                        .reversed()
                        .thenComparing(Edge::from)
                        .thenComparing(Edge::to))
                .toList();
    }

    /**
     * An activity: its count, its count with outcome {@code error}, the mean time from start to completion of
     * completed calls, and how many cases start and end with it.
     */
    public record Node(String activity, long count, long failures, long meanMs, long starts, long ends) {}

    /** {@code to} directly followed {@code from}: count and mean time. */
    public record Edge(String from, String to, long count, long meanMs) {}

    /**
     * A graph without rare elements. {@code threshold}: activities with a lower count are omitted, and so are
     * edges, starts and ends, except for the most frequent way into and out of each activity.
     * {@code edgesLeftOut} and {@code activitiesLeftOut} count the omissions.
     */
    public record Thinned(
            long cases,
            long events,
            long threshold,
            int edgesLeftOut,
            int activitiesLeftOut,
            List<Node> nodes,
            List<Edge> edges) {
        public Thinned {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
        }

        /** The number of lines in a picture: edges, starts and ends. */
        public int lines() {
            return edges.size()
                    + (int) nodes.stream().filter(node -> node.starts() > 0).count()
                    + (int) nodes.stream().filter(node -> node.ends() > 0).count();
        }
    }

    /** The graph of elements with at least this count. */
    public Thinned atLeast(long threshold) {
        return new Thinning(this, threshold, nodes.size()).done();
    }

    /** The graph of elements with at least this percentage of the most frequent edge. */
    public Thinned atLeastPercent(double percent) {
        long most = edges.isEmpty() ? 1 : edges.get(0).count();
        return atLeast(Math.max(1, (long) Math.ceil(most * percent / 100)));
    }

    /**
     * The graph, thinned just enough that {@code fits} is true: by a rising threshold, and where that would
     * remove all activities at once, by keeping only the most frequent ones. One activity is always kept.
     */
    public Thinned thinnedUntil(Predicate<Thinned> fits) {
        var last = atLeast(1);
        if (fits.test(last)) {
            return last;
        }
        for (var threshold : thresholds()) {
            var next = atLeast(threshold);
            if (next.nodes().isEmpty()) {
                break;
            }
            boolean isSame = next.nodes().equals(last.nodes()) && next.edges().equals(last.edges());
            last = next;
            if (!isSame && fits.test(next)) {
                return next;
            }
        }
        for (int kept = last.nodes().size() - 1; kept > 0; kept--) {
            last = new Thinning(this, last.threshold(), kept).done();
            if (fits.test(last)) {
                return last;
            }
        }
        return last;
    }

    /** Every threshold above 1 that can change the thinned graph, ascending. */
    private SortedSet<Long> thresholds() {
        var steps = new TreeSet<Long>();
        edges.forEach(edge -> steps.add(edge.count() + 1));
        nodes.forEach(node -> steps.addAll(List.of(node.count() + 1, node.starts() + 1, node.ends() + 1)));
        return steps.tailSet(2L);
    }

    /** Removes rare elements from a graph, see {@link Thinned}. */
    private static final class Thinning {
        private final FollowsGraph graph;
        private final long threshold;
        private final Map<String, Node> called = new HashMap<>();
        private final Map<String, Long> mostInto = new HashMap<>();
        private final Map<String, Long> mostOutOf = new HashMap<>();

        /** {@code nodesMax}: the maximum number of activities; the most frequent are kept. */
        Thinning(FollowsGraph graph, long threshold, int nodesMax) {
            this.graph = graph;
            this.threshold = threshold;
            graph.nodes().stream()
                    .filter(node -> node.count() >= threshold)
                    .limit(nodesMax)
                    .forEach(node -> called.put(node.activity(), node));
        }

        Thinned done() {
            var edges = edges();
            var nodes = graph.nodes().stream()
                    .filter(node -> called.containsKey(node.activity()))
                    .map(this::node)
                    .toList();
            return new Thinned(
                    graph.cases(),
                    graph.events(),
                    threshold,
                    graph.edges().size() - edges.size(),
                    graph.nodes().size() - nodes.size(),
                    nodes,
                    edges);
        }

        /** Edges are ordered by frequency, so the first one into an activity is the most frequent. */
        private List<Edge> edges() {
            Set<Edge> kept = new HashSet<>();
            for (var edge : graph.edges()) {
                boolean isThere = called.containsKey(edge.from()) && called.containsKey(edge.to());
                boolean leadsOn = isThere && !edge.from().equals(edge.to());
                boolean isFirstInto = leadsOn
                        && mostInto.putIfAbsent(edge.to(), edge.count()) == null
                        && edge.count() > called.get(edge.to()).starts();
                boolean isFirstOutOf = leadsOn
                        && mostOutOf.putIfAbsent(edge.from(), edge.count()) == null
                        && edge.count() > called.get(edge.from()).ends();
                if (isThere && edge.count() >= threshold || isFirstInto || isFirstOutOf) {
                    kept.add(edge);
                }
            }
            var inOrder = new ArrayList<>(graph.edges());
            inOrder.retainAll(kept);
            return inOrder;
        }

        private Node node(Node node) {
            return new Node(
                    node.activity(),
                    node.count(),
                    node.failures(),
                    node.meanMs(),
                    kept(node.starts(), mostInto.getOrDefault(node.activity(), 0L)),
                    kept(node.ends(), mostOutOf.getOrDefault(node.activity(), 0L)));
        }

        private long kept(long count, long mostElse) {
            return count >= threshold || count >= mostElse ? count : 0;
        }
    }
}
