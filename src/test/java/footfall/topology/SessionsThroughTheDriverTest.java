package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnText;
import footfall.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Session summaries as turns and subagents come. */
class SessionsThroughTheDriverTest {
    static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    static final Duration LONG = Duration.ofHours(1);

    private static final Duration INTERVAL = SETTINGS.sessionInterval();

    private static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    private Driver driver() {
        return new Driver(SETTINGS, state, LIVE);
    }

    private static Transcripts work(int count) {
        var lines = session("s1").prompt(0, "go").with("cwd", "/w/shop");
        IntStream.range(0, count)
                .forEach(i -> lines.assistant(i, "m" + i, use("Read", "t" + i)).usage(2, 3));
        return lines;
    }

    @Test
    void aSummaryIsSentAtMostOnceAnIntervalAndTheLastStateAlways() {
        try (var driver = driver()) {
            var sent = Shipment.of(work(99)).records();
            for (var line : sent) {
                driver.arrive(line).advance(Duration.ofMillis(100));
            }
            // 100 lines in 10 seconds: each summary stands INTERVAL behind the first line that it tells anew.
            assertThat(driver.sessions()).hasSizeBetween(4, 5);
            driver.pass(INTERVAL);
            var counts = driver.sessions().stream()
                    .map(record -> record.value().tools().totalTools())
                    .toList();
            assertThat(counts).doesNotHaveDuplicates().isSorted().last().isEqualTo(99L);
            assertThat(driver.sessions()).extracting(TestRecord::key).containsOnly("s1");
            int before = driver.sessions().size();
            assertThat(driver.pass(LONG).sessions()).hasSize(before);
        }
    }

    @Test
    void theFilesOfReadWriteAndEditAreCountedAsInReportsOnFiles() {
        var lines = session("s1").prompt(0, "go");
        for (var tool : List.of("Read", "Write", "Edit", "MultiEdit", "NotebookEdit")) {
            lines.assistant(
                    1,
                    "m-" + tool,
                    Map.of(
                            "type",
                            "tool_use",
                            "name",
                            tool,
                            "id",
                            "t-" + tool,
                            "input",
                            Map.of("file_path", "/w/a.py", "notebook_path", "/w/a.py")));
        }
        try (var driver = driver()) {
            driver.arrive(Shipment.of(lines).records()).pass(INTERVAL);
            assertThat(driver.lastSessions().get("s1").tools().fileExtensions()).isEqualTo(Map.of(".py", 3L));
        }
    }

    @Test
    void aPromptThatNothingFollowsIsInTheSummaryThoughItMakesNoTurn() {
        try (var driver = driver()) {
            driver.arrive(Shipment.of(session("s1").prompt(0, "hello").prompt(5, "no"))
                            .records())
                    .pass(INTERVAL);
            assertThat(driver.turns()).isEmpty();
            assertThat(driver.lastSessions().get("s1").turns().turnCount()).isEqualTo(1);
            assertThat(driver.lastSessions().get("s1").endTime()).isEqualTo(Transcripts.at(5));
        }
    }

    @Test
    void aRunThatEndsByItselfSendsWhatIsNotSentYet() {
        var drain = new TaskContext.DrainSignal();
        var allRead = new Unread();
        allRead.next = 2;
        try (var driver = new Driver(SETTINGS, Tasks.of(allRead, drain), state, LIVE)) {
            driver.arrive(Shipment.of(work(1)).records());
            drain.request(Map.of(0, 2L));
            for (int tick = 0; tick < 4; tick++) {
                driver.advance(Duration.ofMillis(50));
            }
            assertThat(drain.isDone()).isTrue();
            assertThat(driver.lastSessions().get("s1").tools().totalTools()).isEqualTo(1);
        }
    }

    @Test
    void aSessionThatContinuesAfterItsRetentionIsEmittedAsAWhole() {
        try (var driver = driver()) {
            var sent = Shipment.of(work(2).assistant(9, "m9", use("Bash", "t9")).usage(10, 10))
                    .records();
            driver.arrive(sent.subList(0, 3)).pass(Duration.ofDays(61));
            driver.arrive(sent.get(3)).pass(LONG);
            var summary = driver.lastSessions().get("s1");
            assertThat(summary.tools().toolCounts()).isEqualTo(Map.of("Read", 2L, "Bash", 1L));
            assertThat(summary.tokens().output()).isEqualTo(16);
        }
    }

    @Test
    void afterItsStubNothingOfASessionIsLeft() {
        try (var driver = driver()) {
            var lines = work(2).link(7, "t1", "a1").agent("a2").prompt(8, "x").assistant(9, "n", use("Grep", "g"));
            driver.arrive(Shipment.of(lines).records())
                    .pass(Duration.ofDays(61))
                    .pass(Duration.ofDays(401));
            driver.pass(LONG);
            assertThat(driver.rows()).isZero();
        }
    }

    @Test
    void norOfOneWhoseMainFileNeverCameWhateverItsSubagentLinked() {
        try (var driver = driver()) {
            var agent = session("s1")
                    .agent("a1")
                    .prompt(0, "x")
                    .assistant(1, "n", use("Task", "t1"))
                    .link(2, "t1", "never-seen");
            driver.arrive(Shipment.of("s1/subagents/agent-a1.jsonl", agent).records());
            driver.pass(Duration.ofDays(61)).pass(Duration.ofDays(401)).pass(LONG);
            assertThat(driver.rows()).isZero();
        }
    }

    @Test
    void aFileThatIsReplacedCountsAnewAndItsSubagentsStay() {
        try (var driver = driver()) {
            var lines = work(3).agent("a1").prompt(8, "x").assistant(9, "n", use("Grep", "g"));
            driver.arrive(Shipment.of(lines).records()).pass(LONG);
            Shipment.of(work(1)).records().forEach(sent -> driver.arrive(again(sent)));
            driver.pass(LONG);
            var summary = driver.lastSessions().get("s1");
            assertThat(summary.tools().totalTools()).isEqualTo(1);
            assertThat(summary.tokens().output()).isEqualTo(3);
            assertThat(summary.subagents())
                    .extracting(SessionSummary.Subagent::agentId)
                    .containsExactly("a1");
        }
    }

    private static Shipment.Sent again(Shipment.Sent sent) {
        var emitted = sent.lineHeaders();
        var file = new FileId(emitted.file().name(), emitted.file().firstLineHash(), 1);
        return sent.inFile(file);
    }

    @Test
    void aSessionOfManyToolsModelsAndSubagentsFitsItsRecordAndItsSumsAreExact() {
        try (var driver = driver()) {
            var lines = session("s1").prompt(0, "go");
            for (int i = 0; i < 600; i++) {
                lines.assistant(i, "m" + i, use("é".repeat(240) + i, "t" + i))
                        .usage(1, 1)
                        .inMessage("model", "model" + "é".repeat(200) + i);
            }
            for (int agent = 0; agent < 300; agent++) {
                lines.agent("a" + agent).prompt(700, "x");
                lines.assistant(701, "n", blocks(agent)).duration(702, 10);
            }
            driver.arrive(Shipment.of(lines).records()).pass(LONG);
            var summary = driver.lastSessions().get("s1");
            assertThat(Json.bytes(summary).length).isLessThanOrEqualTo(SETTINGS.recordBytesMax());
            assertThat(summary.tools().totalTools()).isEqualTo(600);
            assertThat(summary.tools().toolCounts().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(600);
            assertThat(summary.tools().toolCounts()).containsKey("(other)");
            assertThat(summary.models().modelsUsed())
                    .hasSizeLessThanOrEqualTo(21)
                    .contains("(other)");
            assertThat(summary.tokens().input()).isEqualTo(600);
            assertThat(summary.costEstimate()).isNull();
            assertThat(summary.subagents().stream()
                            .mapToLong(SessionSummary.Subagent::toolCount)
                            .sum())
                    .isEqualTo(300 * 40);
            assertThat(summary.totalActiveDurationMs()).isEqualTo(3_000);
            assertThat(driver.largestRow()).isLessThan(1 << 20);
        }
    }

    private static Object[] blocks(int agent) {
        var blocks = new ArrayList<Object>();
        for (int i = 0; i < 40; i++) {
            blocks.add(use("tool" + "x".repeat(200) + agent + "-" + i, "c" + agent + "-" + i));
        }
        return blocks.toArray();
    }

    @Test
    void aSubagentHasTheTypeOfItsCallWhicheverCameFirst() {
        var main = session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", task("t1", "explorer"))
                .link(2, "t1", "a1")
                .result(9, "t1");
        var agent = session("s1")
                .agent("a1")
                .prompt(3, "look")
                .assistant(4, "n1", use("Grep", "g1"))
                .duration(5, 70);
        var parts = List.of(Shipment.of("s1.jsonl", main), Shipment.of("s1/subagents/agent-a1.jsonl", agent));
        for (var order : List.of(List.of(0, 1), List.of(1, 0))) {
            try (var driver = new Driver(SETTINGS, state.resolve("" + order), LIVE)) {
                order.forEach(part -> driver.arrive(parts.get(part).records()).pass(LONG));
                var summary = driver.lastSessions().get("s1");
                assertThat(summary.subagents())
                        .containsExactly(new SessionSummary.Subagent("a1", "explorer", 1, Map.of("Grep", 1L), 70));
                assertThat(summary.tools().totalTools()).isEqualTo(1);
                assertThat(summary.totalActiveDurationMs()).isEqualTo(70);
            }
        }
    }

    private static Object task(String id, String type) {
        var use = use("Task", id);
        use.put("input", Map.of("subagent_type", type, "prompt", "secret"));
        return use;
    }

    private static List<Shipment.Sent> parent() {
        return Shipment.of(
                        "s1.jsonl",
                        session("s1")
                                .prompt(0, "go")
                                .with("cwd", "/w/shop")
                                .assistant(1, "m1", use("Task", "t1"))
                                .link(2, "t1", "a1")
                                .result(8, "t1")
                                .duration(9, 50))
                .records();
    }

    private static List<Shipment.Sent> agent() {
        return Shipment.of(
                        "s1/subagents/agent-a1.jsonl",
                        session("s1")
                                .agent("a1")
                                .prompt(3, "look")
                                .assistant(4, "n1", use("Grep", "g1"))
                                .endTurn(5, "n2"))
                .records();
    }

    /** Every order in which the lines of both files can come, each file in its own. */
    private static void merges(
            List<Shipment.Sent> one,
            List<Shipment.Sent> other,
            List<Shipment.Sent> sofar,
            List<List<Shipment.Sent>> out) {
        if (one.isEmpty() && other.isEmpty()) {
            out.add(List.copyOf(sofar));
        }
        for (var rest : List.of(one, other)) {
            if (!rest.isEmpty()) {
                sofar.add(rest.get(0));
                var left = rest.subList(1, rest.size());
                merges(rest == one ? left : one, rest == other ? left : other, sofar, out);
                sofar.remove(sofar.size() - 1);
            }
        }
    }

    @Test
    void inEveryOrderOfTheirLinesWithAndWithoutTimeInBetween() {
        var orders = new ArrayList<List<Shipment.Sent>>();
        merges(parent(), agent(), new ArrayList<>(), orders);
        assertThat(orders).hasSize(56);
        for (int i = 0; i < orders.size(); i++) {
            for (var pause : List.of(Duration.ZERO, Duration.ofMinutes(31))) {
                ends(state.resolve(i + "-" + pause), orders.get(i), pause);
            }
        }
    }

    private static void ends(Path state, List<Shipment.Sent> order, Duration pause) {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            for (var sent : order) {
                driver.arrive(sent);
                if (!pause.isZero()) {
                    driver.advance(pause).advance(Duration.ofSeconds(1));
                }
            }
            driver.pass(Duration.ofHours(1));
            var turns = driver.lastTurns();
            assertThat(turns).containsOnlyKeys("s1:0", "s1/a1:0");
            assertThat(turns.get("s1:0").steps())
                    .extracting(step -> step.result().subagent())
                    .containsExactly("a1");
            assertThat(turns.get("s1/a1:0").parent().parentTurnId()).isEqualTo("s1:0");
            assertThat(turns.get("s1/a1:0").parent().parentToolUseId()).isEqualTo("t1");
            assertThat(turns.get("s1/a1:0").origin().project()).isEqualTo("shop");
            assertThat(driver.lastSessions().get("s1").subagents())
                    .extracting(SessionSummary.Subagent::agentId)
                    .containsExactly("a1");
        }
    }

    @Test
    void aLinkThatComesAfterBothTurnsWereEmittedRevisesBoth() {
        var lines = session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Agent", "t1"))
                .duration(2, 50)
                .result(8, "t1")
                .with("toolUseResult", java.util.Map.of("agentId", "a1"));
        var sent = Shipment.of("s1.jsonl", lines).records();
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrive(sent.subList(0, 3)).arrive(agent()).pass(Duration.ofHours(1));
            assertThat(driver.lastTurns().get("s1/a1:0").parent().parentTurnId())
                    .isNull();
            driver.arrive(sent.get(3)).pass(Duration.ofSeconds(1));
            var turns = driver.lastTurns();
            assertThat(TurnText.of(turns.values())).hasSize(2);
            assertThat(turns.get("s1:0").revision()).isEqualTo(1);
            assertThat(turns.get("s1:0").steps().get(0).result().subagent()).isEqualTo("a1");
            assertThat(turns.get("s1/a1:0").revision()).isEqualTo(1);
            assertThat(turns.get("s1/a1:0").parent().parentTurnId()).isEqualTo("s1:0");
        }
    }
}
