package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.streams.TopologyDescription;
import org.junit.jupiter.api.Test;

/** The topology as a picture, with names for all processors. */
class TopologyPictureTest {
    private static final String PROCESS = "0f8fad5b-d9cb-469f-a165-70867728950e";

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

    private static List<String> own(List<String> ids, String application) {
        return ids.stream().filter(ProcessorNames.transactionalIds(application)).toList();
    }

    @Test
    void anotherApplicationWhoseIdBeginsWithThisOneHasOtherTransactions() {
        var own = "fz-" + PROCESS + "-12";
        var others = List.of("fz-two-" + PROCESS + "-1", "fz-1", "fz-" + PROCESS, "fz-" + PROCESS + "-1-x");
        assertThat(own(others, "fz")).isEmpty();
        assertThat(own(List.of(own, others.get(0)), "fz")).containsExactly(own);
        assertThat(own(others, "fz-two")).containsExactly(others.get(0));
        assertThat(own(List.of("aXb-" + PROCESS + "-1"), "a.b")).isEmpty();
    }

    @Test
    void theInternalTopicsAreThoseOfAllStoresAndTheRepartition() {
        assertThat(ProcessorNames.internalTopics("fz"))
                .containsExactlyInAnyOrder(
                        "fz-assembler-changelog",
                        "fz-turn-log-changelog",
                        "fz-tally-changelog",
                        "fz-tally-by-key-repartition");
    }
}
