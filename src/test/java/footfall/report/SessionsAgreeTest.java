package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static footfall.testkit.Transcripts.at;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.line.Changes;
import footfall.line.Group;
import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.session.SessionBill;
import footfall.session.SessionReport;
import footfall.session.SessionSummary;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Origin;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The topic {@code sessions} and the command {@code sessions} on the same files: each key that both have.
 * Only the exceptions of {@code topology-docs/events.md#session} are left out.
 */
class SessionsAgreeTest {
    private static final List<Path> CORPORA = Stream.of(
                    "corpus",
                    "corpus-claude-2.1.332",
                    "corpus-codex/sessions",
                    "corpus-copilot/session-state",
                    "corpus-gemini",
                    "corpus-opencode")
            .map(Path.of("..", "shared")::resolve)
            .toList();

    /**
     * What the page excepts, in the stories: prompts whose answers name their origin, and qbit.
     */
    private static final Map<String, List<String>> EXCEPTED = Map.of(
            "qbit-array",
            List.of("3d fileExtensions: files {(no ext)=1}, topic {}"),
            "qbit-lines",
            List.of(
                    "1f0c-a bashCategorySummary: files {File Management=1, Running Code=1}, topic {Running Code=2, "
                            + "File Management=1}",
                    "1f0c-a fileExtensions: files {(no ext)=1, .rs=1}, topic {}",
                    "1f0c-a toolCounts: files {Bash=2, read_file=2, list_files=1}, topic {Bash=3, read_file=2, "
                            + "list_files=1}",
                    "1f0c-a totalTools: files 5, topic 6"),
            "qbit-subagents",
            List.of("2e subagents: files {coder-r-1=[coder, 1, {write_file=1}, 3000]}, "
                    + "topic {coder-r-1=[null, 1, {write_file=1}, 3000]}"));

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> aCorpusHasTheSameSessionsOnTheTopicAsInItsFiles() {
        return CORPORA.stream()
                .map(corpus -> DynamicTest.dynamicTest(corpus.toString(), () -> {
                    assumeThat(corpus).exists();
                    assertThat(differences(List.of(corpus), Shipment.below(corpus, Shipment.BOX)))
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> aStoryHasTheSameSessionsOnTheTopicAsInItsFiles() {
        return Story.all().stream()
                .map(story -> DynamicTest.dynamicTest(
                        story.name(),
                        () -> assertThat(differences(story.paths(), Shipment.of(story)))
                                .isEqualTo(EXCEPTED.getOrDefault(story.name(), List.of()))));
    }

    private static Transcripts original() {
        var scout = use("Agent", "c1");
        scout.put("input", Map.of("subagent_type", "scout", "description", "look around"));
        return session("s1")
                .prompt(0, "Begin")
                .with("cwd", "/w/shop")
                .interrupt(1)
                .prompt(2, "Look around")
                .assistant(3, "m1", scout)
                .usage(5, 7)
                .result(4, "c1")
                .with("toolUseResult", Map.of("agentId", "a1"))
                .duration(5, 1_000)
                .prompt(6, "Fix it")
                .assistant(7, "m2", use("Read", "c2"))
                .usage(50, 70)
                .failed(8, "c2", "no")
                .prompt(9, "Never mind")
                .compaction(10)
                .assistant(11, "m3", use("Bash", "c3"))
                .usage(500, 700)
                .result(12, "c3")
                .duration(13, 2_000);
    }

    private Shipment forked(List<String> repeated) throws Exception {
        var own = session("s2")
                .prompt(60, "Go on")
                .assistant(61, "m4", use("Grep", "c4"))
                .usage(2, 3)
                .result(62, "c4")
                .duration(63, 500)
                .lines();
        var copied = repeated.stream().map(line -> line.replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\""));
        var agent = session("s2")
                .agent("a1")
                .prompt(64, "Look")
                .assistant(65, "m5", use("Read", "c5"))
                .duration(66, 90)
                .lines();
        write("s1.jsonl", original().lines());
        write("s2.jsonl", Stream.concat(copied, own.stream()).toList());
        write("s2/subagents/agent-a1.jsonl", agent);
        var shipment = Shipment.below(folder, Shipment.BOX);
        assertThat(differences(List.of(folder), shipment)).isEmpty();
        return shipment;
    }

    private void write(String place, List<String> lines) throws IOException {
        var path = folder.resolve(place);
        Files.createDirectories(path.getParent());
        Files.writeString(path, String.join("\n", lines) + "\n");
    }

    @Test
    void aForkCountsNothingOfWhatItRepeatsButItsTurnsAndTimes() throws Exception {
        var sessions = forked(original().lines()).sessions(Story.PRICES);
        assertThat(sessions.get("s1").turns().copiedTurns()).isZero();
        assertThat(sessions.get("s1").tokens().output()).isEqualTo(777);
        var model = "claude-sonnet-4-5-20250929";
        var tools = new SessionSummary.Tools(1, Map.of("Grep", 1L), Map.of(), Map.of(), 0, 1);
        var scout = new SessionSummary.Subagent("a1", "scout", 1, Map.of("Read", 1L), 90);
        assertThat(sessions.get("s2"))
                .isEqualTo(new SessionSummary(
                        new SessionId("s2"),
                        new Origin("shop", "box", "ada"),
                        new Turn.Product("claude", null),
                        new SessionSummary.Turns(1, 1, 0, 3, 0),
                        at(0),
                        at(63),
                        new SessionSummary.Models(model, List.of(model)),
                        tools,
                        new Tokens(2, 3, 0, 0, 0),
                        new BigDecimal("0.0001"),
                        new SessionBill(new Tokens(2, 3, 0, 0, 0), new BigDecimal("0.000051"), null, null, null, null),
                        500,
                        590,
                        List.of(scout),
                        null,
                        null,
                        Changes.ZERO,
                        null,
                        null));
    }

    /** As that of a review by Codex, which names no other session. */
    @Test
    void aSessionThatHasOnlySubagentsHasTheirTimes() throws Exception {
        var first = session("s3").agent("a1").prompt(64, "Look").assistant(65, "m5", use("Read", "c5"));
        var second = session("s3").agent("a2").prompt(66, "Look").assistant(67, "m6", use("Read", "c6"));
        write("projects/-w-shop/s3/subagents/agent-a1.jsonl", first.lines());
        write("projects/-w-shop/s3/subagents/agent-a2.jsonl", second.lines());
        var sent = Shipment.below(folder, Shipment.BOX);
        assertThat(differences(List.of(folder), sent)).isEmpty();
        var summary = sent.sessions(Story.PRICES).get("s3");
        assertThat(List.of(summary.startTime(), summary.endTime())).containsExactly(at(64), at(67));
    }

    @Test
    void aForkOfACompactedSessionDoesNotEither() throws Exception {
        var lines = original().lines();
        var fork = forked(lines.subList(lines.size() - 4, lines.size()))
                .sessions(Story.PRICES)
                .get("s2");
        assertThat(fork.turns().copiedTurns()).isEqualTo(1);
        assertThat(fork.startTime()).isEqualTo(at(10));
        assertThat(fork.tools().toolCounts()).isEqualTo(Map.of("Grep", 1L));
        assertThat(fork.tokens()).isEqualTo(new Tokens(2, 3, 0, 0, 0));
        assertThat(fork.activeDurationMs()).isEqualTo(500);
    }

    @Test
    void anInterruptCountsInTheForkWhosePromptItEnds() throws Exception {
        var original = session("s1").prompt(0, "Begin").assistant(1, "m1", use("Read", "c1"));
        var own = session("s2").prompt(60, "Go on").interrupt(61);
        var copied =
                original.lines().stream().map(line -> line.replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\""));
        write("s1.jsonl", original.lines());
        write("s2.jsonl", Stream.concat(copied, own.lines().stream()).toList());
        var shipment = Shipment.below(folder, Shipment.BOX);
        assertThat(shipment.sessions(Story.PRICES).get("s2").turns().interruptCount())
                .isEqualTo(1);
        assertThat(differences(List.of(folder), shipment)).isEmpty();
    }

    private static List<String> differences(List<Path> places, Shipment shipment) throws Exception {
        var files = new FileReports(
                        new LocalFiles(new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)), Story.PRICES)
                .all(places, NO_PROGRESS)
                .reports();
        var topic = shipment.sessions(Story.PRICES);
        var found = new ArrayList<String>();
        topic.forEach((session, summary) -> {
            if (!summary.hasNothing()
                    && files.stream().noneMatch(report -> report.sessionId().equals(session))) {
                found.add(session + " is not in the files: " + summary.turns());
            }
        });
        for (var report : files) {
            var summary = topic.get(report.sessionId());
            if (summary == null) {
                found.add(report.sessionId() + " is not on the topic");
                continue;
            }
            var inFiles = values(report);
            values(summary).forEach((key, value) -> {
                if (inFiles.containsKey(key)
                        && !String.valueOf(inFiles.get(key)).equals(String.valueOf(value))) {
                    found.add(report.sessionId() + " " + key + ": files " + inFiles.get(key) + ", topic " + value);
                }
            });
        }
        return found;
    }

    private static Map<String, Object> values(Record of) {
        var values = new TreeMap<String, Object>();
        for (RecordComponent part : of.getClass().getRecordComponents()) {
            try {
                var value = part.getAccessor().invoke(of);
                values.put(part.getName(), value);
                if (value instanceof Group) {
                    values.putAll(values((Record) value));
                }
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        values.computeIfPresent("subagents", (key, all) -> subagents((List<?>) all));
        return values;
    }

    private static Map<String, Object> subagents(List<?> all) {
        var byId = new TreeMap<String, Object>();
        for (var one : all) {
            if (one instanceof SessionReport.Subagent agent) {
                byId.put(
                        agent.agentId(),
                        List.of(
                                String.valueOf(agent.subagentType()),
                                agent.toolCount(),
                                agent.toolCounts(),
                                agent.activeDurationMs()));
            } else if (one instanceof SessionSummary.Subagent agent) {
                byId.put(
                        agent.agentId(),
                        List.of(
                                String.valueOf(agent.subagentType()),
                                agent.toolCount(),
                                agent.toolCounts(),
                                agent.activeDurationMs()));
            }
        }
        return byId;
    }
}
