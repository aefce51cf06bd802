package footfall.view;

import java.util.List;

/**
 * A running topology as one instance sees it: its nodes, who has which partition of its stores, and how far this
 * instance has processed the topic {@code lines}. {@code left}: as in {@link Readiness}.
 */
public record TopologyState(
        Readiness.State state,
        long left,
        List<SubTopology> subTopologies,
        List<StorePartition> stores,
        List<Readiness.Progress> lines) {
    public TopologyState {
        subTopologies = List.copyOf(subTopologies);
        stores = List.copyOf(stores);
        lines = List.copyOf(lines);
    }

    /** Nodes that run in one task for each partition. */
    public record SubTopology(int number, List<Node> nodes) {
        public SubTopology {
            nodes = List.copyOf(nodes);
        }
    }

    /** A source, processor or sink; {@code next}: the nodes that it forwards to. */
    public record Node(String name, String kind, List<String> topics, List<String> stores, List<String> next) {
        public Node {
            topics = List.copyOf(topics);
            stores = List.copyOf(stores);
            next = List.copyOf(next);
        }
    }

    /** A partition of a store; the active replica first. */
    public record StorePartition(String store, int partition, List<Instances.Replica> replicas) {
        public StorePartition {
            replicas = List.copyOf(replicas);
        }
    }
}
