package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.KnownCredentials;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Story;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing of an excluded project is in a topic or on the screen, in whatever process it would pass. */
@LongSuite
@Timeout(900)
class ExcludedProjectsIT {
    private static final String CANARY = "canary";
    private static final String EXCLUDED = "projects_exclude=secret";

    @TempDir
    Path folder;

    private Path agents;

    @BeforeEach
    void twoProjects() throws IOException {
        agents = folder.toRealPath().resolve("agents");
        excluded("before");
        session("open0");
    }

    private void session(String name) throws IOException {
        Transcripts.of(agents, name, "2026-01-05").turn("Read", "Edit").write();
    }

    /** The same in the other project, with the canary as name of session and tool, in an error and alone. */
    private void excluded(String name) throws IOException {
        var written = Transcripts.of(agents, CANARY + name, "2026-01-05")
                .turn("Read", CANARY, CANARY)
                .failure("Bash", "sh: 1: " + CANARY + ": not found")
                .raw(CANARY)
                .write();
        var secret = Files.createDirectories(agents.resolve("projects/-work-secret"));
        var text = Files.readString(written).replace("/work/shop", "/work/secret");
        Files.delete(written);
        Files.writeString(secret.resolve(CANARY + name + ".jsonl"), text);
    }

    @Test
    void upNeitherSendsNorShowsIt() throws Exception {
        var home = folder.toRealPath();
        try (var up = ChildUp.start(home, "up", "--no-view", "--home", agents.toString(), "--set", EXCLUDED)) {
            up.says("open0:0");
            excluded("while");
            session("open1");
            up.says("open1:0");
            try (var command = ChildUp.start(home, "client-properties")) {
                assertThat(command.exit()).as(command.err()).isZero();
                var client = new Properties();
                client.load(new StringReader(command.out()));
                var properties = new HashMap<String, String>();
                client.stringPropertyNames().forEach(name -> properties.put(name, client.getProperty(name)));
                assertClean(properties, "footfall.");
            }
            assertThat(up.stop().exit()).isEqualTo(143);
            assertThat(up.out() + up.err()).contains("open1").doesNotContainIgnoringCase(CANARY);
        }
    }

    @Test
    void shipSendsNothingOfItToStream() throws Exception {
        var home = folder.toRealPath();
        int port = Ports.free();
        try (var cluster = Cluster.start(folder, port)) {
            cluster.footfall("apart", 2, Story.RULES);
            var config = KnownCredentials.options(folder, Cluster.client(folder, port), Map.of());
            try (var ship = ChildUp.start(home, words(config, "ship", "--home", agents.toString(), "--set", EXCLUDED));
                    var stream = ChildUp.start(
                            home,
                            words(
                                    config,
                                    "stream",
                                    "--json",
                                    "--state",
                                    home.resolve("state").toString()))) {
                stream.says("open0:0");
                excluded("while");
                session("open1");
                stream.says("open1:0");
                assertClean(cluster.client(), "apart.");
                assertThat(stream.stop().exit()).isEqualTo(143);
                assertThat(ship.stop().exit()).isEqualTo(143);
                assertThat(stream.out() + stream.err() + ship.out() + ship.err())
                        .doesNotContainIgnoringCase(CANARY);
            }
        }
    }

    private static String[] words(List<String> config, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(config);
        all.addAll(List.of("--set", "topic_prefix=apart."));
        return all.toArray(String[]::new);
    }

    /** All topics, changelogs included. */
    private static void assertClean(Map<String, String> client, String prefix) {
        var seen = new TreeSet<String>();
        try (var consumer =
                new KafkaConsumer<>(Map.copyOf(client), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.listTopics().values().stream()
                    .flatMap(List::stream)
                    .map(one -> new TopicPartition(one.topic(), one.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    seen.add(record.topic());
                    assertThat(text(record)).as(record.topic()).doesNotContainIgnoringCase(CANARY);
                }
            }
        }
        assertThat(seen).contains(prefix + "lines", prefix + "turns");
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        var parts = Stream.concat(
                Stream.of(record.key(), record.value()),
                Stream.of(record.headers().toArray()).map(header -> header.value()));
        var text = new StringBuilder();
        parts.filter(part -> part != null)
                .forEach(part -> text.append(new String(part, StandardCharsets.ISO_8859_1))
                        .append('\n'));
        return text.toString();
    }
}
