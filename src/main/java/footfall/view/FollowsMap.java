package footfall.view;

import footfall.eventlog.FollowsGraph;
import footfall.loop.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@link FollowsFold.Follows} as the API answers it: without what is rare, and laid out in pixels from the top left
 * corner. {@code threshold}: calls and edges with a lower count are left out, except for the most frequent way into and
 * out of each node. {@code width} and {@code height}, like all positions, are null when it is not laid out.
 */
public record FollowsMap(
        Level activity,
        long turns,
        long calls,
        long callsOmitted,
        long threshold,
        int activitiesLeftOut,
        int edgesLeftOut,
        Double width,
        Double height,
        List<Node> nodes,
        List<Edge> edges) {
    private static final Comparator<String> START_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());

    public FollowsMap {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** The {@link Node#kind} of the start of turns. */
    public static final String START = "start";
    /** That of their end. */
    public static final String END = "end";
    /** That of calls. */
    public static final String ACTIVITY = "activity";

    /**
     * {@code activity} is null at the start and at the end, whose {@code count} is that of turns. {@code starts} and
     * {@code ends}: the turns that start and end with it; 0 where these edges are left out.
     */
    public record Node(
            String kind,
            String activity,
            long count,
            long failures,
            long meanMs,
            long starts,
            long ends,
            Double x,
            Double y,
            Double width,
            Double height) {}

    /**
     * {@code from} is null for the start of turns, {@code to} for their end; then {@code meanMs}, the mean time
     * between the calls, is null too. {@code points}: the first, then three for each Bézier curve: two control points
     * and its end. {@code label}: where a label has room.
     */
    public record Edge(String from, String to, long count, Long meanMs, List<List<Double>> points, Label label) {
        /** By count, then by names. */
        public static final Comparator<Edge> ORDER = Comparator.comparingLong(Edge::count)
                .reversed()
                .thenComparing(Edge::from, START_FIRST)
                .thenComparing(Edge::to, START_FIRST);
    }

    /** The top left corner of a label, and its width. */
    public record Label(double x, double y, double width) {}

    /** Edges, starts and ends of a graph, the most frequent first, without positions. */
    public static List<Edge> edges(List<FollowsGraph.Node> nodes, List<FollowsGraph.Edge> edges) {
        var all = new ArrayList<Edge>();
        edges.forEach(edge -> all.add(new Edge(edge.from(), edge.to(), edge.count(), edge.meanMs(), null, null)));
        for (var node : nodes) {
            if (node.starts() > 0) {
                all.add(new Edge(null, node.activity(), node.starts(), null, null, null));
            }
            if (node.ends() > 0) {
                all.add(new Edge(node.activity(), null, node.ends(), null, null, null));
            }
        }
        all.sort(Edge.ORDER);
        return all;
    }

    /** The graph that it shows. */
    public FollowsFold.Follows follows() {
        var shown = nodes.stream()
                .filter(node -> node.kind.equals(ACTIVITY))
                .map(node -> new FollowsGraph.Node(
                        node.activity, node.count, node.failures, node.meanMs, node.starts, node.ends))
                .toList();
        var between = edges.stream()
                .filter(edge -> edge.from != null && edge.to != null)
                .map(edge -> new FollowsGraph.Edge(edge.from, edge.to, edge.count, edge.meanMs))
                .toList();
        return new FollowsFold.Follows(activity, new FollowsGraph(turns, calls, shown, between), callsOmitted);
    }
}
