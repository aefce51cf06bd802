package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.line.FileId;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.redact.Identity;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.wire.Json;
import footfall.wire.RejectedLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of every record that comes out, whatever the names in it. */
class EveryRecordThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path state;

    private static final int CALLS = 30;

    /** By record what has no list that could be cut: far below 128 KiB, so it is never measured. */
    private static final Map<String, Integer> BYTES_MAX = Map.of(
            "Invocation",
            20 << 10,
            "Alert",
            40 << 10,
            "Pattern",
            45 << 10,
            "Tool",
            4 << 10,
            "Desire",
            96 << 10,
            "RejectedLine",
            7 << 10);

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
        for (int i = 0; i < 6; i++) {
            var use = use("Web", "w" + i);
            use.put("input", Map.of("url", "x"));
            lines.assistant(1, "m" + i, use).failed(1, "w" + i, "no");
        }
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

    private static TopologySettings settings() {
        var usual = Defaults.topology(Story.RULES);
        return new TopologySettings(
                usual.prefix(),
                usual.turnRules(),
                usual.alertRules(),
                TopologySettings.RECORD_BYTES_LEAST,
                usual.tallies(),
                usual.sessionInterval());
    }

    /** 256 characters that tell it apart, of six bytes each in JSON but for the last few. */
    private static String name(String what, int number) {
        var end = what + number;
        return "\u0001".repeat(256 - end.length()) + end;
    }

    private static Transcripts hostile(int number) {
        var lines = Transcripts.session(name("s", number))
                .prompt(0, "go")
                .with("uuid", name("u", 0))
                .with("promptId", name("p", 0))
                .with("version", name("v", 0))
                .with("cwd", "/w/" + name("w", 0));
        for (int i = 0; i < CALLS; i++) {
            var task = use("Task", name("t", i));
            task.put("input", Map.of("subagent_type", name("type", i)));
            lines.assistant(i, "m" + i, use(name("tool", i), name("c", i)), task)
                    .usage(1, 1)
                    .inMessage("model", name("model", i));
            lines.failed(i, name("c", i), "Exit code 127 " + "x".repeat(128) + ": command not found");
            lines.link(i, name("t", i), name("a", i));
        }
        for (int agent = 0; agent < CALLS; agent++) {
            lines.agent(name("a", agent)).prompt(200, "look").assistant(201, "n", use(name("tool", 0), "r" + agent));
        }
        return lines.agent(null).duration(300, 10);
    }

    private static List<Shipment.Sent> sent(int number) {
        var path = name("file", number).replace('\u0001', 'f').substring(0, 240) + number + ".jsonl";
        var anybody = new Identity(name("host", 0), name("user", 0));
        return Shipment.of(path, hostile(number)).records().stream()
                .map(one -> one.from(anybody))
                .toList();
    }

    private static Shipment.Sent copiedLong(Shipment.Sent sent) {
        return sent.copiedFrom(name("o", 0));
    }

    private static Shipment.Sent ofLongFile(Shipment.Sent sent) {
        var file = new FileId("claude/" + name("s", 0) + "/" + name("a", 0), "0123456789abcdef", 0);
        return sent.inFile(file);
    }

    @Test
    void noRecordIsTooLarge() {
        var largest = new TreeMap<String, Integer>();
        try (var driver = new Driver(settings(), state, Transcripts.START)) {
            for (int number = 0; number < 3; number++) {
                driver.arrive(sent(number));
            }
            sent(3).forEach(one -> driver.arrive(copiedLong(one)));
            var late = sent(4);
            driver.arrive(ofLongFile(late.get(0))).arrive(ofLongFile(late.get(2)));
            driver.pass(Duration.ofHours(1));
            for (var record : driver.all()) {
                if (record.value() == null) {
                    continue;
                }
                var kind = record.value().getClass().getSimpleName();
                largest.merge(kind, Json.bytes(record.value()).length, Math::max);
            }
            assertThat(driver.lastTurns().values())
                    .filteredOn(turn -> turn.prompt().copyOf() != null)
                    .isNotEmpty();
        }
        assertThat(largest).containsOnlyKeys(kinds());
        assertThat(largest.values())
                .as(largest.toString())
                .allMatch(bytes -> bytes <= TopologySettings.RECORD_BYTES_LEAST);
        BYTES_MAX.forEach((kind, max) -> assertThat(largest.get(kind)).as(kind).isBetween(max / 3, max));
    }

    private static List<String> kinds() {
        var all = new ArrayList<String>();
        for (var kind : List.of(
                Turn.class,
                TurnSnapshot.class,
                Invocation.class,
                Alert.class,
                SessionSummary.class,
                Pattern.class,
                Tool.class,
                Desire.class,
                BilledHour.class,
                RejectedLine.class)) {
            all.add(kind.getSimpleName());
        }
        return all;
    }
}
