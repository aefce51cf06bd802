package footfall.run;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.testkit.Canaries;
import footfall.testkit.ChildJava;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A word that stands wherever a transcript can hold content is on nothing that {@code up --once}
 * leaves behind: no topic (changelogs, keys and headers too), no file, no line of a log, nothing on
 * the terminal.
 */
@Timeout(180)
class CanaryIT {
    /** Letters that stand in no other word, in any case. */
    static final String CANARY = "qzkanariq";

    @TempDir
    Path home;

    @Test
    void aCanaryInEveryFieldThatHoldsContentIsNowhere() throws Exception {
        write("s1.jsonl", CanaryFiles.transcript());
        write("s1/subagents/agent-a1.jsonl", CanaryFiles.subagent());
        Files.writeString(
                projects().resolve("s2.jsonl"),
                "{\"type\":\"user\",\"message\":\"" + CANARY + "\n"
                        + "not json " + CANARY + "\n"
                        + new String(
                                session("s2").prompt(1, CANARY).endTurn(2, "m").bytes(), StandardCharsets.UTF_8));
        CanaryFiles.agents(home);
        var out = home.resolve("out.txt");
        var err = home.resolve("err.txt");
        assertThat(up(out, err)).isZero();
        assertThat(Files.readString(out))
                .contains("\"turn_id\"")
                .contains("s1:0")
                .contains("s2:0")
                .contains("\"agent\":\"codex\"")
                .contains("\"agent\":\"copilot\"")
                .contains("\"agent\":\"gemini\"")
                .contains("\"agent\":\"opencode\"");
        assertClean("stdout", Files.readString(out));
        // On the terminal of whose files they are a bad line is named by its path, and by nothing else of it.
        assertThat(Files.readString(err)).contains("footfall.turns").contains(projects() + "/s2.jsonl:1: not JSON");
        assertClean("stderr", Files.readString(err).replace(projects().toString(), ""));
        assertThat(Files.readString(out) + Files.readString(err)).doesNotContain(password());
        assertThat(filesWithCanaries()).isEmpty();
        assertThat(shownToTheOwner()).contains(CANARY);
        var counts = readAll();
        assertThat(counts)
                .containsKeys(
                        "footfall.lines",
                        "footfall.turns",
                        "footfall.invocations",
                        "footfall.rejected",
                        "footfall.patterns",
                        "footfall.tools",
                        "footfall.loops",
                        "footfall.desires",
                        "footfall.usage",
                        "footfall-assembler-changelog",
                        "footfall-turn-log-changelog",
                        "footfall-tally-changelog");
        assertThat(counts.get("footfall.lines")).isGreaterThan(20);
        assertThat(counts.get("footfall.rejected")).isEqualTo(9);
        assertThat(counts.get("footfall-assembler-changelog")).isPositive();
        // The checkpoint names transcripts by their paths.
        assertThat(filesWithCanaries()).containsExactly(home.resolve(".footfall/up-ship/checkpoint"));
    }

    /** The text of a turn, on the page of an {@code up} that goes on. */
    private String shownToTheOwner() throws Exception {
        var config = Config.read(
                new Environment(Map.of("HOME", home.toString())),
                new Config.Flags(null, List.of("tally_retention=36500d")));
        try (var up = Up.start(config, new Up.Options(List.of(home), true), stage -> {})) {
            var token = up.ownerLink().orElseThrow().replaceFirst(".*#", "");
            var uri = URI.create(up.url().orElseThrow() + "/api/v1/turns/s1:0/text");
            var request = HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer " + token)
                    .build();
            return Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(
                            () -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()),
                            answer -> answer.statusCode() == 200)
                    .body();
        }
    }

    /** Of the broker that has just stopped. */
    private String password() throws IOException {
        var secret = Files.readAllBytes(home.resolve(".footfall/broker/footfall.secret"));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    private Path projects() throws IOException {
        return Files.createDirectories(home.resolve("projects").resolve("-w-" + CANARY + "-shop"));
    }

    private void write(String name, Transcripts lines) throws IOException {
        var path = projects().resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, lines.bytes());
    }

    private int up(Path out, Path err) throws Exception {
        var command = ChildJava.command("-Xmx512m");
        command.addAll(List.of("footfall.cli.Main", "up", "--once", "--json", "--home", home.toString()));
        command.addAll(List.of("--home", CanaryFiles.openCode(home).toString()));
        command.addAll(List.of("--set", "tally_retention=36500d"));
        var builder = new ProcessBuilder(command);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("FOOTFALL_KAFKA_LOG", "DEBUG");
        var process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Reads every record of every topic, also of aborted transactions; returns how many each has. */
    private Map<String, Long> readAll() throws Exception {
        var counts = new TreeMap<String, Long>();
        try (var broker = EmbeddedBroker.start(BrokerSettings.in(home.resolve(".footfall/broker")));
                var admin = Admin.create(Map.copyOf(broker.client()));
                var consumer = new KafkaConsumer<>(
                        uncommitted(broker.client()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = new ArrayList<TopicPartition>();
            for (var topic : admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get()) {
                consumer.partitionsFor(topic).forEach(at -> partitions.add(new TopicPartition(topic, at.partition())));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    counts.merge(record.topic(), 1L, Long::sum);
                    assertClean(record);
                });
            }
        }
        return counts;
    }

    private static Map<String, Object> uncommitted(Map<String, String> client) {
        var config = new HashMap<String, Object>(client);
        config.put("isolation.level", "read_uncommitted");
        return config;
    }

    private static void assertClean(ConsumerRecord<byte[], byte[]> record) {
        var place = record.topic() + "-" + record.partition() + " at " + record.offset();
        assertClean(place, shown(record.key()) + "\n" + shown(record.value()));
        record.headers().forEach(header -> assertClean(place, header.key() + "\n" + shown(header.value())));
    }

    static void assertClean(String place, String text) {
        assertThat(text).as(place).doesNotContainIgnoringCase(CANARY).doesNotContainIgnoringCase(Canaries.CANARY);
    }

    static String shown(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Below footfall's own folder: what it left behind, as it stands on the disk. */
    private List<Path> filesWithCanaries() throws IOException {
        var found = new ArrayList<Path>();
        try (var paths = Files.walk(home.resolve(".footfall"))) {
            for (var path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
                var text = shown(Files.readAllBytes(path)).toLowerCase(Locale.ROOT);
                if (text.contains(CANARY) || text.contains(Canaries.CANARY.toLowerCase(Locale.ROOT))) {
                    found.add(path);
                }
            }
        }
        return found;
    }
}
