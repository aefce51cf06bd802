package footfall.eventlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Removes rare elements from a graph, see {@link FollowsGraph.Thinned}. */
final class Thinning {
  private final FollowsGraph graph;
  private final long threshold;
  private final Map<String, FollowsGraph.Node> called = new HashMap<>();
  private final Map<String, Long> mostInto = new HashMap<>();
  private final Map<String, Long> mostOutOf = new HashMap<>();

  /** {@code nodesMax}: the maximum number of activities; the most frequent are kept. */
  Thinning(FollowsGraph graph, long threshold, int nodesMax) {
    this.graph = graph;
    this.threshold = threshold;
    graph.nodes().stream().filter(node -> node.count() >= threshold).limit(nodesMax).forEach(node -> called
        .put(node
            .activity(), node));
  }

  FollowsGraph.Thinned done() {
    var edges = edges();
    var nodes = graph.nodes().stream().filter(node -> called.containsKey(node.activity())).map(this::node)
        .toList();
    return new FollowsGraph.Thinned(
        graph.cases(), graph.events(), threshold, graph.edges().size() - edges.size(), graph.nodes().size()
            - nodes.size(),
        nodes, edges);
  }

  /** Edges are ordered by frequency, so the first one into an activity is the most frequent. */
  private List<FollowsGraph.Edge> edges() {
    Set<FollowsGraph.Edge> kept = new HashSet<>();
    for (var edge : graph.edges()) {
      boolean isThere = called.containsKey(edge.from()) && called.containsKey(edge.to());
      boolean leadsOn = isThere && !edge.from().equals(edge.to());
      boolean isFirstInto = leadsOn && mostInto.putIfAbsent(edge.to(), edge.count()) == null
          && edge.count() > called.get(edge.to()).starts();
      boolean isFirstOutOf = leadsOn && mostOutOf.putIfAbsent(edge.from(), edge.count()) == null
          && edge.count() > called.get(edge.from()).ends();
      if (isThere && edge.count() >= threshold || isFirstInto || isFirstOutOf) {
        kept.add(edge);
      }
    }
    var inOrder = new ArrayList<>(graph.edges());
    inOrder.retainAll(kept);
    return inOrder;
  }

  private FollowsGraph.Node node(FollowsGraph.Node node) {
    return new FollowsGraph.Node(
        node.activity(), node.count(), node.failures(), node.meanMs(),
        kept(node.starts(), mostInto.getOrDefault(node.activity(), 0L)),
        kept(node.ends(), mostOutOf.getOrDefault(node.activity(), 0L)));
  }

  private long kept(long count, long mostElse) {
    return count >= threshold || count >= mostElse ? count : 0;
  }
}
