package footfall.eventlog;

import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

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
    return new Thinning(this, threshold, nodes.size()).done();
  }

  /** The graph of what was walked at least {@code percent} of the times of the most walked edge. */
  public Thinned atLeastPercent(double percent) {
    long most = edges.isEmpty() ? 1 : edges.get(0).count();
    return atLeast(Math.max(1, (long) Math.ceil(most * percent / 100)));
  }

  /**
   * The graph, thinned no more than {@code fits} requires: by a rising threshold, and where that would remove
   * all activities at once, by keeping fewer of the most called ones. One activity is always kept.
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

  /** Every threshold above 1 from which the thinned graph can differ, ascending. */
  private SortedSet<Long> thresholds() {
    var steps = new TreeSet<Long>();
    edges.forEach(edge -> steps.add(edge.count() + 1));
    nodes.forEach(node -> steps.addAll(List.of(node.count() + 1, node.starts() + 1, node.ends() + 1)));
    return steps.tailSet(2L);
  }
}
