package footfall.topology;

import footfall.view.Instances;
import footfall.view.StoreKind;
import footfall.view.TopologyState;
import footfall.view.TopologyState.Node;
import footfall.view.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.streams.TopologyDescription;

/** Describes a topology and the state that it has now. */
final class TopologyStates {
    private static final String THIS = "this";

    private TopologyStates() {}

    static TopologyState of(TopologyDescription description, Instances instances, Views views) {
        var readiness = views.readiness();
        return new TopologyState(
                readiness.state(), readiness.left(), subTopologies(description), stores(instances), views.progress());
    }

    static List<TopologyState.SubTopology> subTopologies(TopologyDescription description) {
        return description.subtopologies().stream()
                .sorted(Comparator.comparingInt(TopologyDescription.Subtopology::id))
                .map(one -> new TopologyState.SubTopology(
                        one.id(),
                        one.nodes().stream()
                                .map(TopologyStates::node)
                                .sorted(Comparator.comparing(Node::name))
                                .toList()))
                .toList();
    }

    private static Node node(TopologyDescription.Node node) {
        var next =
                node.successors().stream().map(TopologyDescription.Node::name).sorted();
        if (node instanceof TopologyDescription.Source source) {
            return new Node(node.name(), "source", sorted(source.topicSet()), List.of(), next.toList());
        } else if (node instanceof TopologyDescription.Sink sink) {
            return new Node(node.name(), "sink", Stream.ofNullable(sink.topic()).toList(), List.of(), next.toList());
        }
        var stores = ((TopologyDescription.Processor) node).stores();
        return new Node(node.name(), "processor", List.of(), sorted(stores), next.toList());
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    private static List<TopologyState.StorePartition> stores(Instances instances) {
        var stores = new ArrayList<TopologyState.StorePartition>();
        for (var kind : StoreKind.values()) {
            instances
                    .replicas(kind)
                    .forEach((partition, replicas) -> stores.add(new TopologyState.StorePartition(
                            LocalTasks.table(kind).name(),
                            partition,
                            replicas.stream()
                                    .map(replica -> named(replica, instances.name()))
                                    .toList())));
        }
        return stores;
    }

    /** This instance may advertise no address. */
    private static Instances.Replica named(Instances.Replica replica, String own) {
        var here = own.isEmpty() ? THIS : own;
        return new Instances.Replica(replica.isHere() ? here : replica.instance(), replica.isStandby());
    }
}
