package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A late link and a copy, live: every record that comes out on any topic, and no other. */
class EveryRecordThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path state;

    private Driver live() {
        return new Driver(SETTINGS, state, Transcripts.START);
    }

    /** Each record in short. */
    private static List<String> emitted(Driver driver) {
        var emitted = new ArrayList<String>();
        driver.all().forEach(record -> emitted.add(emitted(record)));
        return emitted;
    }

    private static String emitted(TestRecord<String, ?> record) {
        var value = record.value();
        if (value instanceof Turn turn) {
            return "turn " + record.key() + " r" + turn.revision() + " "
                    + turn.size().pattern() + of("parent", turn.parent().parentTurnId())
                    + of("copy of", turn.prompt().copyOf());
        } else if (value instanceof Invocation row) {
            return "step " + record.key() + " r" + row.revision() + " "
                    + row.use().tool() + of("runs", row.result().subagent())
                    + of("copy of", row.copyOf());
        } else if (value instanceof TurnSnapshot open) {
            return "open " + record.key() + " " + open.size().length();
        } else if (value == null) {
            return "closed " + record.key();
        } else if (value instanceof SessionSummary summary) {
            var agents = summary.subagents().stream()
                    .map(one -> one.agentId() + ":" + one.subagentType())
                    .toList();
            return "session " + record.key() + " " + summary.tools().toolCounts() + " " + agents;
        } else if (value instanceof Alert alert) {
            return "alert " + alert.alertId() + " " + alert.state().word();
        } else if (value instanceof Pattern pattern) {
            return "pattern " + record.key() + " " + pattern.count() + " " + pattern.examples();
        } else if (value instanceof Tool tool) {
            return "tool " + record.key() + " " + tool.count() + " failed " + tool.failures();
        } else if (value instanceof Desire desire) {
            return "desire " + record.key() + " " + desire.count();
        } else if (value instanceof BilledHour hour) {
            return "usage " + hour.model() + " of " + hour.turns() + " turns with " + hour.steps() + " steps";
        }
        return "other " + record;
    }

    private static String of(String what, String id) {
        return id == null ? "" : " " + what + " " + id;
    }

    /** What came out since, in any order. */
    private static List<String> since(List<String> before, Driver driver) {
        var since = emitted(driver);
        before.forEach(since::remove);
        return since;
    }

    private static Object task(String id, String type) {
        var use = use("Task", id);
        use.put("input", Map.of("subagent_type", type));
        return use;
    }

    @Test
    void aLateLinkRevisesBothTurnsTheStepThatRunsTheAgentAndTheSummaryAndNothingElse() {
        var main = session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", task("t1", "explorer"), use("Read", "r1"))
                .duration(2, 50)
                .link(8, "t1", "a1");
        var sent = Shipment.of("s1.jsonl", main).records();
        var agent = session("s1")
                .agent("a1")
                .prompt(1, "look")
                .assistant(1, "n1", use("Grep", "g1"))
                .failed(2, "g1", "no")
                .duration(2, 9);
        try (var driver = live()) {
            driver.arrive(sent.subList(0, 3))
                    .arrive(Shipment.of("s1/subagents/agent-a1.jsonl", agent).records());
            driver.pass(LONG);
            assertThat(emitted(driver))
                    .containsExactlyInAnyOrder(
                            "turn s1:0 r0 Task → Read",
                            "step s1:0/0 r0 Task",
                            "step s1:0/1 r0 Read",
                            "turn s1/a1:0 r0 Grep",
                            "step s1/a1:0/0 r0 Grep",
                            "open s1 2",
                            "closed s1",
                            "open s1/a1 1",
                            "closed s1/a1",
                            "session s1 {Read=1, Task=1} [a1:null]",
                            "pattern Task → Read 1 [s1:0]",
                            "pattern Grep 1 [s1/a1:0]",
                            "tool Task 1 failed 0",
                            "tool Read 1 failed 0",
                            "tool Grep 1 failed 1",
                            "usage claude-sonnet-4-5-20250929 of 2 turns with 3 steps",
                            "desire other:Grep 1");
            var before = emitted(driver);
            driver.arrive(sent.get(3)).pass(LONG);
            assertThat(since(before, driver))
                    .containsExactlyInAnyOrder(
                            "turn s1:0 r1 Task → Read",
                            "step s1:0/0 r1 Task runs a1",
                            "turn s1/a1:0 r1 Grep parent s1:0",
                            "session s1 {Read=1, Task=1} [a1:explorer]");
            int records = driver.all().size();
            assertThat(driver.arrive(sent).pass(LONG).all()).hasSize(records);
        }
    }

    private static List<Shipment.Sent> copied(List<Shipment.Sent> records) {
        return records.stream()
                .map(one -> {
                    return one.copiedFrom("s1");
                })
                .toList();
    }

    /** A long turn, all of whose calls are the same and fail. */
    private static Transcripts wrong(String session) {
        var lines = session(session).prompt(0, "go");
        IntStream.range(0, 6)
                .forEach(i -> lines.assistant(1, "m" + i, use("Web", "w" + i)).failed(1, "w" + i, "no"));
        return lines.duration(2, 50);
    }

    @Test
    void aCopyIsATurnItsStepsAndASummaryAndInNoTallyNoDesireAndNoAlert() {
        try (var driver = live()) {
            driver.arrive(Shipment.of("s1.jsonl", wrong("s1")).records()).pass(LONG);
            assertThat(emitted(driver))
                    .filteredOn(one -> one.startsWith("alert"))
                    .hasSize(6);
            var before = emitted(driver);
            var fork = Shipment.of(
                            "s2.jsonl",
                            wrong("s2")
                                    .prompt(3, "on")
                                    .assistant(4, "n", use("Read", "r1"))
                                    .duration(5, 1))
                    .records();
            driver.arrive(copied(fork.subList(0, 14))).pass(LONG);
            assertThat(since(before, driver))
                    .containsExactlyInAnyOrder(
                            "turn s2:0 r0 Web{2+} copy of s1",
                            "step s2:0/0 r0 Web copy of s1",
                            "step s2:0/1 r0 Web copy of s1",
                            "step s2:0/2 r0 Web copy of s1",
                            "step s2:0/3 r0 Web copy of s1",
                            "step s2:0/4 r0 Web copy of s1",
                            "step s2:0/5 r0 Web copy of s1",
                            "session s2 {} []");
            var copy = emitted(driver);
            driver.arrive(fork.subList(14, fork.size())).pass(LONG);
            assertThat(since(copy, driver))
                    .containsExactlyInAnyOrder(
                            "turn s2:1 r0 Read",
                            "step s2:1/0 r0 Read",
                            "session s2 {Read=1} []",
                            "pattern Read 1 [s2:1]",
                            "tool Read 1 failed 0",
                            "usage claude-sonnet-4-5-20250929 of 2 turns with 7 steps");
        }
    }
}
