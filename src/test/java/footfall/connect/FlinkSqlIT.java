package footfall.connect;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.turn.Turn;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables of connectors/sql/flink.sql in one JVM with the Flink that src/test/flink/pom.xml fetches: they have the
 * rows of the topics.
 */
@LongSuite
@Timeout(600)
class FlinkSqlIT {
    private static final Path OWN = Path.of("src/test/resources/home/projects");
    private static final Path FETCHED = Path.of("target", "flink").toAbsolutePath();
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```sql\n(select .*?);\n```");

    @TempDir
    Path folder;

    private Cluster.Footfall footfall;

    @Test
    void everyTableHasTheRowsOfItsTopic() throws Exception {
        fetch();
        try (var cluster = Cluster.start(folder)) {
            footfall = cluster.footfall("footfall", 2, Defaults.topology(Story.RULES, Cluster.TALLIES));
            var turns = List.copyOf(
                    footfall.send(Shipment.below(OWN, Shipment.BOX).records()).run(1));
            var writer = new TopicWriter(cluster.client());
            var withdrawn = turns.get(0).id().turnId();
            writer.send(Channels.TURNS, withdrawn, null);
            writer.sendAborted(Channels.TURNS, "aborted:0", "{\"revision\":7}");
            var tables = Channels.all().stream()
                    .filter(channel -> channel != Channels.LINES)
                    .toList();
            var counts = tables.stream()
                    .map(table -> "select '" + table.name() + "', count(*) from `" + table.name() + "`")
                    .collect(joining(" union all "));
            var rows = query(
                    cluster,
                    counts,
                    "select turn_id, revision, started_at, length, `pattern`, cost_usd, cardinality(steps), "
                            + "tokens.output from turns",
                    example());
            var known = turns.stream()
                    .filter(turn -> !turn.id().turnId().equals(withdrawn))
                    .map(FlinkSqlIT::row);
            var expected = new ArrayList<>(known.toList());
            // A table without rows has no count.
            tables.stream().collect(toMap(Function.identity(), this::size)).forEach((table, size) -> {
                if (size > 0) {
                    expected.add("+I[" + table.name() + ", " + size + "]");
                }
            });
            expected.addAll(failures(turns, withdrawn));
            assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static String example() throws IOException {
        var found = EXAMPLE.matcher(Files.readString(Path.of("connectors/README.md")));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /** What the example on the page selects. */
    private static List<String> failures(List<Turn> turns, String withdrawn) {
        var failures = new TreeMap<String, List<String>>();
        for (var turn : turns) {
            if (turn.prompt().copyOf() == null && !turn.id().turnId().equals(withdrawn)) {
                turn.steps().stream()
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .forEach(step -> failures.computeIfAbsent(
                                        turn.origin().project() + ", "
                                                + step.use().tool(),
                                        one -> new ArrayList<>())
                                .add(turn.id().turnId()));
            }
        }
        assertThat(failures).isNotEmpty();
        return failures.entrySet().stream()
                .map(one -> "+I[" + one.getKey() + ", " + one.getValue().size() + ", "
                        + one.getValue().stream().distinct().count() + "]")
                .toList();
    }

    private static String row(Turn turn) {
        var cost = turn.spend().costUsd();
        return "+I[" + turn.id().turnId() + ", " + turn.revision() + ", "
                + turn.span().startedAt() + ", "
                + turn.size().length() + ", " + turn.size().pattern() + ", " + (cost == null ? null : cost.setScale(4))
                + ", " + turn.steps().size() + ", " + turn.spend().tokens().output() + "]";
    }

    /** Of the keys, or of a topic that is not compacted the records. */
    private long size(Channel<?, ?> channel) {
        var last = new HashMap<Object, Object>();
        boolean isTable = channel.cleanup() != Channel.Cleanup.DELETE;
        footfall.committed()
                .each(
                        channel,
                        record -> last.put(
                                isTable ? record.key() : record.partition() + "/" + record.offset(), record.value()));
        return last.values().stream().filter(Objects::nonNull).count();
    }

    private List<String> query(Cluster cluster, String... queries) throws Exception {
        var properties = cluster.client().entrySet().stream()
                .map(one -> "    'properties." + one.getKey() + "' = '" + shaded(one.getValue()) + "',\n")
                .collect(joining("", "", "    'scan.bounded.mode' = 'latest-offset',\n"));
        var statements = Files.readString(Path.of("connectors/sql/flink.sql"))
                .replace("    'properties.bootstrap.servers' = 'HOST:PORT',\n", properties);
        var file = Files.writeString(folder.resolve("flink.sql"), statements);
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:+UseSerialGC",
                "-cp",
                FETCHED.resolve("lib") + "/*",
                "src/test/flink/Rows.java",
                file.toString()));
        command.addAll(List.of(queries));
        return run(command);
    }

    /** Classes of Kafka have another name in Flink's connector. */
    private static String shaded(String value) {
        return value.replace("org.apache.kafka", "org.apache.flink.kafka.shaded.org.apache.kafka");
    }

    private void fetch() throws IOException, InterruptedException {
        var complete = FETCHED.resolve("complete");
        if (Files.notExists(complete)) {
            run(List.of("mvn", "-B", "-ntp", "-q", "-f", "src/test/flink/pom.xml", "package"));
            Files.createFile(complete);
        }
    }

    private List<String> run(List<String> command) throws IOException, InterruptedException {
        var log = folder.resolve("log");
        var process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        var said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(() -> said + read(log)).isZero();
        return said.lines().toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException why) {
            return why.toString();
        }
    }
}
