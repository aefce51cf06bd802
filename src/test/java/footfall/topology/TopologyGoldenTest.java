package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Defaults;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.errors.TopologyException;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.junit.jupiter.api.Test;

/** The names of nodes, stores and topics, which are API. */
class TopologyGoldenTest {
    private static final Path PAGE = Path.of("topology-docs", "topology.txt");

    private static String described() {
        return FootfallTopology.build(Defaults.TOPOLOGY, Tasks.alone())
                .describe()
                .toString();
    }

    @Test
    void theTopologyIsTheOneThatIsWrittenDown() throws IOException {
        if (System.getProperty("footfall.accept") != null) {
            Files.writeString(PAGE, described());
        }
        assertThat(described()).as("rewritten by mvn test -Dfootfall.accept").isEqualTo(Files.readString(PAGE));
    }

    @Test
    void everyNodeAndStoreIsNamed() {
        assertThat(described())
                .doesNotContain("KSTREAM-")
                .doesNotContain("KTABLE-")
                .doesNotContain("-0000000");
    }

    @Test
    void everyTopicButTheLinesIsWritten() {
        var written = Pattern.compile("\\(topic: (\\S+)\\)")
                .matcher(described())
                .results()
                .map(sink -> sink.group(1))
                .filter(topic -> topic.startsWith(Channels.PREFIX))
                .collect(Collectors.toSet());
        assertThat(written)
                .containsExactlyInAnyOrderElementsOf(Channels.ofTopology().stream()
                        .filter(channel -> channel != Channels.LINES)
                        .map(channel -> channel.topic(Channels.PREFIX))
                        .toList());
    }

    @Test
    void everyOutletIsForwardedTo() throws IOException {
        var code = new StringBuilder();
        try (var files = Files.list(Path.of("src/main/java/footfall/topology"))) {
            for (var file : files.filter(path -> !path.endsWith("FootfallTopology.java"))
                    .toList()) {
                code.append(Files.readString(file));
            }
        }
        for (var owner : List.of(Outlet.Assembly.class, TallyTopology.class)) {
            assertThat(Stream.of(owner.getDeclaredFields())
                            .filter(field -> field.getType() == Outlet.class)
                            .map(field -> owner.getSimpleName() + "." + field.getName())
                            .filter(outlet -> !Pattern.compile(outlet + "\\b")
                                    .matcher(code)
                                    .find()))
                    .as("outlets that get no records")
                    .isEmpty();
        }
    }

    @Test
    void aRepartitionWithoutANameIsRefused() {
        var flow = FootfallTopology.ChannelTopology.over(Defaults.TOPOLOGY);
        lines(flow)
                .selectKey((key, line) -> "x")
                .groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
                .count();
        assertThatThrownBy(flow::topology).isInstanceOf(TopologyException.class);
    }

    @Test
    void aStoreWithoutANameIsRefused() {
        var flow = FootfallTopology.ChannelTopology.over(Defaults.TOPOLOGY);
        lines(flow)
                .groupByKey(Grouped.with("by-key", Serdes.String(), Serdes.ByteArray()))
                .count();
        assertThatThrownBy(flow::topology).isInstanceOf(TopologyException.class);
    }

    private static KStream<String, byte[]> lines(FootfallTopology.ChannelTopology flow) {
        return flow.from(Channels.LINES, "lines-in");
    }
}
