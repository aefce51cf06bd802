package footfall.eventlog;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which activity follows which in the cases of an event log, how often, and after what time: the
 * directly-follows graph. Nodes and edges are ordered by how often, then by name, which is printable.
 */
public record FollowsGraph(long cases, long events, List<Node> nodes, List<Edge> edges) {
  public FollowsGraph {
    nodes = nodes.stream().sorted(Comparator.comparingLong(Node::count).reversed().thenComparing(
        Node::activity)).toList();
    edges = edges.stream().sorted(Comparator.comparingLong(Edge::count).reversed().thenComparing(Edge::from)
        .thenComparing(Edge::to)).toList();
  }

  /**
   * An activity: how often, how often with outcome {@code error}, the mean time from start to completion over
   * the calls that completed, and how many cases start and end with it.
   */
  public record Node(String activity, long count, long failures, long meanMs, long starts, long ends) {}

  /** {@code to} came next after {@code from}: how often, and after what time in the mean. */
  public record Edge(String from, String to, long count, long meanMs) {}

  /**
   * A graph without what is rare. {@code threshold}: an activity called less often is left out, and so is an
   * edge, a start or an end walked less often, but for the most walked way into an activity and out of it: no
   * activity stands alone. {@code edgesLeftOut} and {@code activitiesLeftOut} count what is missing.
   */
  public record Thinned(
      long cases, long events, long threshold, int edgesLeftOut, int activitiesLeftOut, List<Node> nodes,
      List<Edge> edges) {
    public Thinned {
      nodes = List.copyOf(nodes);
      edges = List.copyOf(edges);
    }

    /** How many lines a picture of it has: edges, starts and ends. */
    public int lines() {
      return edges.size() + (int) nodes.stream().filter(node -> node.starts() > 0).count() + (int) nodes
          .stream().filter(node -> node.ends() > 0).count();
    }
  }

  /** The graph of what was called and walked {@code threshold} times or more. */
  public Thinned atLeast(long threshold) {
    return new Thinning(this, threshold).done();
  }

  /** The graph of what was walked at least {@code percent} of the times of the most walked edge. */
  public Thinned atLeastPercent(double percent) {
    long most = edges.isEmpty() ? 1 : edges.get(0).count();
    return atLeast(Math.max(1, (long) Math.ceil(most * percent / 100)));
  }

  /** The graph with as much as {@code linesMax} lines can show: thinned no more than that needs. */
  public Thinned withAtMost(int linesMax) {
    var steps = new TreeSet<>(Set.of(1L));
    edges.forEach(edge -> steps.add(edge.count() + 1));
    nodes.forEach(node -> steps.addAll(List.of(node.count() + 1, node.starts() + 1, node.ends() + 1)));
    return steps.stream().map(this::atLeast).filter(thinned -> thinned.lines() <= linesMax).findFirst()
        .orElseThrow();
  }
}
