package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.text;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
        write("s1.jsonl", transcript());
        write("s1/subagents/agent-a1.jsonl", subagent());
        Files.writeString(
                projects().resolve("s2.jsonl"),
                "{\"type\":\"user\",\"message\":\"" + CANARY + "\n"
                        + "not json " + CANARY + "\n"
                        + new String(
                                session("s2").prompt(1, CANARY).endTurn(2, "m").bytes(), StandardCharsets.UTF_8));
        var out = home.resolve("out.txt");
        var err = home.resolve("err.txt");
        assertThat(up(out, err)).isZero();
        assertThat(Files.readString(out))
                .contains("\"turn_id\"")
                .contains("s1:0")
                .contains("s2:0")
                .doesNotContainIgnoringCase(CANARY);
        // On the terminal of whose files they are a bad line is named by its path, and by nothing else of it.
        assertThat(Files.readString(err)).contains("footfall.turns").contains(projects() + "/s2.jsonl:1: not JSON");
        assertThat(Files.readString(err).replace(projects().toString(), "")).doesNotContainIgnoringCase(CANARY);
        assertThat(Files.readString(out) + Files.readString(err)).doesNotContain(password());
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
        assertThat(counts.get("footfall.rejected")).isEqualTo(2);
        assertThat(counts.get("footfall-assembler-changelog")).isPositive();
        assertThat(filesWithCanaries()).isEmpty();
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

    private static Map<String, Object> call(String tool, String id, Map<String, Object> input) {
        var use = new LinkedHashMap<>(use(tool, id));
        use.put("input", input);
        use.put("caller", CANARY);
        return use;
    }

    private static Object words(String kind) {
        return Map.of("type", kind, "text", "say " + CANARY, "data", CANARY, "source", Map.of("data", CANARY));
    }

    static Transcripts transcript() {
        var lines = session("s1");
        lines.add(0, "file-history-snapshot").with("snapshot", Map.of("files", Map.of("/w/" + CANARY, CANARY)));
        lines.add(0, "summary").with("summary", CANARY).with("leafUuid", "u");
        lines.add(0, "custom-title").with("customTitle", CANARY);
        lines.add(0, "ai-title").with("aiTitle", CANARY);
        lines.add(0, "queue-operation").with("content", CANARY);
        lines.add(0, CANARY).with("content", CANARY);
        lines.prompt(1, List.of(text("please " + CANARY), words("image"), words("document")));
        common(lines).with("todos", List.of(Map.of("content", CANARY))).with("thinkingMetadata", Map.of("x", CANARY));
        common(lines.assistant(
                2,
                "m1",
                words("thinking"),
                words("redacted_thinking"),
                text(CANARY),
                call("Bash", "t1", Map.of("command", "cat /w/" + CANARY + ".txt", "description", CANARY)),
                call("Edit", "t2", Map.of("file_path", "/w/" + CANARY + "/a.java", "old_string", "x " + CANARY + " y")),
                call("Task", "t3", Map.of("prompt", CANARY, "description", CANARY, "subagent_type", "Explore"))));
        common(lines.failed(3, "t1", "Exit code 1\ncat: /w/" + CANARY + ".txt: No such file or directory"))
                .with("toolUseResult", "Error: " + CANARY);
        lines.failed(
                4,
                "t2",
                "<tool_use_error>String to replace not found in file.\nString: x " + CANARY + " y</tool_use_error>");
        lines.results(
                        5,
                        Map.of(
                                "type",
                                "tool_result",
                                "tool_use_id",
                                "t3",
                                "content",
                                List.of(text(CANARY), words("image"))))
                .with("toolUseResult", Map.of("agentId", "a1", "content", CANARY, "prompt", CANARY));
        for (var id : List.of("l1", "l2", "l3")) { // A loop on one file.
            common(lines.assistant(5, "m" + id, call("Read", id, Map.of("file_path", "/w/" + CANARY, "offset", 1))));
            lines.result(5, id);
        }
        common(lines.assistant(
                6,
                "m2",
                call("Write", "t4", Map.of("content", CANARY, "file_path", "/" + CANARY)),
                call("Bash", "t5", Map.of("command", "make " + CANARY)),
                call("WebFetch", "t6", Map.of("url", CANARY))));
        lines.result(7, "t4").with("toolUseResult", Map.of("structuredPatch", CANARY, "originalFile", CANARY));
        lines.failed(8, "t5", CANARY + ": " + CANARY + " '" + CANARY + "' \"" + CANARY + "\" failed at line 3");
        lines.failed(9, "t6", "Request failed with status code 404 for https://" + CANARY + ".example/" + CANARY);
        lines.stop(10).with("hookInfos", List.of(Map.of("command", CANARY))).with("stopReason", CANARY);
        lines.duration(11, 5).with("content", CANARY);
        lines.add(12, "progress")
                .with("parentToolUseID", "t3")
                .with("data", Map.of("type", "agent_progress", "agentId", "a1", "prompt", CANARY, "message", CANARY));
        lines.prompt(13, "<command-name>/" + CANARY + "</command-name><command-args>" + CANARY + "</command-args>");
        lines.prompt(14, "<bash-input>" + CANARY + "</bash-input>");
        lines.prompt(15, "<local-command-stdout>" + CANARY).with("isMeta", true);
        lines.prompt(16, "This session is being continued " + CANARY).with("isCompactSummary", true);
        lines.prompt(17, "<task-notification>" + CANARY)
                .with("origin", Map.of("kind", "task-notification", "x", CANARY));
        common(lines.prompt(18, "again " + CANARY));
        lines.assistant(19, "m3", text("API Error: " + CANARY))
                .with("isApiErrorMessage", true)
                .with("error", CANARY);
        lines.compaction(20).with("content", CANARY).with("compactMetadata", Map.of("preTokens", 1, "x", CANARY));
        lines.results(21, text("[Request interrupted by user] " + CANARY));
        return lines;
    }

    /** What may stand beside any line. */
    private static Transcripts common(Transcripts lines) {
        return lines.with("cwd", "/home/" + CANARY + "/shop")
                .with("slug", CANARY)
                .with("gitBranch", CANARY)
                .with("permissionMode", "default")
                .with("unheard" + CANARY, CANARY)
                .with("summary", CANARY);
    }

    static Transcripts subagent() {
        var lines = session("s1").agent("a1").prompt(3, CANARY);
        common(lines.assistant(4, "n1", call("Grep", "g1", Map.of("pattern", CANARY))));
        return lines.failed(5, "g1", CANARY + " timed out").endTurn(6, "n2");
    }

    private int up(Path out, Path err) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                java,
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "footfall.cli.Main",
                "up",
                "--once",
                "--json",
                "--home",
                home.toString(),
                "--set",
                "tally_retention=36500d");
        builder.environment().put("HOME", home.toString());
        builder.environment().put("FOOTFALL_KAFKA_LOG", "DEBUG");
        var process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
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
        assertThat(shown(record.key())).as(place).doesNotContainIgnoringCase(CANARY);
        assertThat(shown(record.value())).as(place).doesNotContainIgnoringCase(CANARY);
        record.headers().forEach(header -> {
            assertThat(header.key()).as(place).doesNotContainIgnoringCase(CANARY);
            assertThat(shown(header.value())).as(place).doesNotContainIgnoringCase(CANARY);
        });
    }

    static String shown(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Below footfall's own folder: what it left behind, as it stands on the disk. */
    private List<Path> filesWithCanaries() throws IOException {
        var found = new ArrayList<Path>();
        try (var paths = Files.walk(home.resolve(".footfall"))) {
            for (var path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
                if (shown(Files.readAllBytes(path)).toLowerCase(Locale.ROOT).contains(CANARY)) {
                    found.add(path);
                }
            }
        }
        return found;
    }
}
