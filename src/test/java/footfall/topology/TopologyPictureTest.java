package footfall.topology;

import footfall.testkit.Defaults;
import footfall.testkit.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.streams.TopologyDescription;
import org.junit.jupiter.api.Test;

/** The section {@code picture} of {@code topology-docs/topology.md} is a picture of the topology that is built. */
class TopologyPictureTest {
    @Test
    void thePictureIsThatOfTheTopology() {
        var topology = FootfallTopology.build(Defaults.TOPOLOGY, Tasks.alone());
        Page.ofTopology("picture").holds("""
        ## picture

        Round shapes are topics, boxes are processors, cylinders are stores. The first part folds lines into turns and
        alerts, by session. The second keeps them in order of time; it is separate, so that lines do not wait for its
        restoration. The third tallies them. [topology.txt](topology.txt) is Kafka Streams' own description.

        ```mermaid
        flowchart LR
        %s
        ```
        """.formatted(new Picture(topology.describe()).text()));
    }

    private static final class Picture {
        private final List<String> lines = new ArrayList<>();
        private final List<String> arrows = new ArrayList<>();
        private final TreeSet<String> topics = new TreeSet<>();

        Picture(TopologyDescription described) {
            described.subtopologies().stream()
                    .sorted((a, b) -> Integer.compare(a.id(), b.id()))
                    .forEach(part -> {
                        lines.add("  subgraph part%d [part %d]".formatted(part.id(), part.id()));
                        part.nodes().stream()
                                .sorted((a, b) -> a.name().compareTo(b.name()))
                                .forEach(this::node);
                        lines.add("  end");
                    });
        }

        String text() {
            var all = new ArrayList<String>();
            topics.forEach(topic -> all.add("  %s([%s])".formatted(id("topic", topic), topic)));
            all.addAll(lines);
            arrows.stream().sorted().forEach(all::add);
            return String.join("\n", all);
        }

        private void node(TopologyDescription.Node node) {
            lines.add("    %s[%s]".formatted(id("node", node.name()), node.name()));
            node.successors().forEach(next -> arrow(id("node", node.name()), "-->", id("node", next.name())));
            if (node instanceof TopologyDescription.Source source) {
                source.topicSet().forEach(topic -> arrow(topic(topic), "-->", id("node", node.name())));
            } else if (node instanceof TopologyDescription.Sink sink) {
                arrow(id("node", node.name()), "-->", topic(sink.topic()));
            } else if (node instanceof TopologyDescription.Processor processor) {
                processor.stores().forEach(store -> {
                    lines.add("    %s[(%s)]".formatted(id("store", store), store));
                    arrow(id("node", node.name()), "<-->", id("store", store));
                });
            }
        }

        private String topic(String name) {
            topics.add(name);
            return id("topic", name);
        }

        private void arrow(String from, String how, String to) {
            arrows.add("  %s %s %s".formatted(from, how, to));
        }

        /** Mermaid reads dots and dashes as its own. */
        private static String id(String what, String name) {
            return what + "_" + name.replaceAll("[^A-Za-z0-9]", "_");
        }
    }
}
