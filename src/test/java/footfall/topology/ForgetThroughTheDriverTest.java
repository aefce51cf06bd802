package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.desire.DesireRules;
import footfall.line.FileId;
import footfall.line.RejectedBytes;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.FoldRows;
import footfall.turn.Origin;
import footfall.turn.TurnRules;
import footfall.wire.Forget;
import footfall.wire.RejectedLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What follows from a request to forget, on every topic and in every store, and what later lines then do. */
class ForgetThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(6);

    @TempDir
    Path state;

    private Driver live() {
        return new Driver(SETTINGS, state, Transcripts.START);
    }

    private static Driver forget(Driver driver, Forget request) {
        var headers = new RecordHeaders();
        request.addTo(headers);
        return driver.arrive(request.key(), request.bytes(), headers);
    }

    private static Driver forgetSession(Driver driver, String session) {
        return forget(driver, Forget.session("r1", session));
    }

    /** Topic-like name and key of each record, in the order of the topics. */
    private static List<String> emitted(Driver driver) {
        var emitted = new ArrayList<String>();
        driver.all().forEach(record -> {
            var value = record.value();
            var what = value instanceof Alert alert
                    ? alert.alertId() + " " + alert.state().word()
                    : value == null ? "deleted" : value.getClass().getSimpleName();
            emitted.add(record.key() + ": " + what);
        });
        return emitted;
    }

    private static List<String> since(List<String> before, Driver driver) {
        var since = emitted(driver);
        before.forEach(since::remove);
        return since;
    }

    private static List<Shipment.Sent> sent(String session, Transcripts lines) {
        return Shipment.of(session + ".jsonl", lines).records();
    }

    /** A turn that failed, then an open one that is long. */
    private static Transcripts struggling(String session) {
        var lines = session(session)
                .prompt(0, "go")
                .assistant(1, "m1", use("Task", "t1"), use("Grep", "g1"))
                .failed(1, "g1", "no")
                .duration(2, 10)
                .prompt(3, "on");
        IntStream.range(0, 6).forEach(i -> lines.assistant(4, "r", use("Read", "r" + i)));
        return lines;
    }

    private static List<Shipment.Sent> subagent() {
        return Shipment.of(
                        "s1/subagents/agent-a1.jsonl",
                        session("s1")
                                .agent("a1")
                                .prompt(1, "look")
                                .assistant(1, "n1", use("Grep", "g2"))
                                .duration(2, 9))
                .records();
    }

    @Test
    void everyRecordOfASessionIsDeletedWithWhatItGaveAndItsAlertsAreCleared() {
        try (var driver = live()) {
            driver.arrive(sent(
                            "s2",
                            session("s2")
                                    .prompt(0, "go")
                                    .assistant(1, "x1", use("Read", "x1"))
                                    .duration(2, 5)))
                    .arrive(sent("s1", struggling("s1")))
                    .arrive(subagent())
                    .pass(SOON);
            var before = emitted(driver);
            forgetSession(driver, "s1").pass(LONG);
            assertThat(since(before, driver))
                    .containsExactlyInAnyOrder(
                            "s1:0: deleted",
                            "s1:0/0: deleted",
                            "s1:0/1: deleted",
                            "s1/a1:0: deleted",
                            "s1/a1:0/0: deleted",
                            "s1: s1:1:length:1 cleared",
                            "s1: deleted", // The summary, and the open turn.
                            "s1: deleted",
                            "forget:r1:0: deleted",
                            "Task → Grep: deleted",
                            "Grep: deleted",
                            "Task: deleted",
                            "Grep: deleted",
                            "other:Grep: deleted",
                            "2026-01-05T10:00:00Z//box/ada/claude-sonnet-4-5-20250929/: BilledHour");
            var cleared = driver.alerts().get(driver.alerts().size() - 1).value();
            assertThat(cleared.origin()).isEqualTo(new Origin(null, null, null));
            var after = emitted(driver);
            driver.arrive(sent("s1", struggling("s1"))).arrive(subagent());
            forgetSession(driver, "s1").pass(LONG);
            assertThat(since(after, driver)).containsExactly("forget:r1:0: deleted");
            assertThat(driver.log())
                    .filteredOn(row -> new String(row.key.get(), StandardCharsets.UTF_8).contains("s1"))
                    .as("the time at which it was forgotten, so that no alert of it is kept that is read later")
                    .allSatisfy(row -> assertThat(row.value).hasSize(row.key.get()[0] == 3 ? 0 : Long.BYTES))
                    .extracting(row -> row.key.get()[0])
                    .containsExactly((byte) 3, (byte) 4);
            assertThat(driver.rows(Tables.ASSEMBLER))
                    .filteredOn(row -> new String(row.key.get(), StandardCharsets.UTF_8).contains("s1"))
                    .extracting(row -> row.key.get()[0])
                    .containsExactly(
                            FoldRows.TRAIL.code(),
                            FoldRows.TRAIL.code(),
                            FoldRows.SEEN.code(),
                            FoldRows.SEEN.code(),
                            StoreRows.DueRows.OF_TRAILS,
                            StoreRows.DueRows.OF_TRAILS);
        }
    }

    @Test
    void aSessionIsForgottenWholeAsLongAsItsTurnsAreKept() {
        var keepsAll = TopologySettings.KEEP_ALL;
        var timers = Story.RULES.timers();
        var rules = new TurnRules(
                Story.RULES.lengthThreshold(),
                Story.RULES.stepsMax(),
                new TurnRules.Timers(
                        timers.stopGrace(),
                        timers.endTurnGrace(),
                        timers.idleTimeout(),
                        timers.sessionRetention(),
                        timers.stubRetention(),
                        keepsAll,
                        timers.watch()),
                Story.RULES.prices());
        var tallies =
                new TopologySettings.Tallies(keepsAll, DesireRules.DEFAULTS, OutageRules.DEFAULTS, BudgetRules.NONE);
        try (var driver = new Driver(Defaults.topology(rules, tallies), state, Transcripts.START)) {
            driver.arrive(sent("s1", struggling("s1"))).pass(LONG).pass(Duration.ofDays(1_000));
            assertThat(driver.lastTurns()).containsOnlyKeys("s1:0", "s1:1");
            forgetSession(driver, "s1").pass(LONG);
            assertThat(driver.lastTurns().values()).containsOnlyNulls();
            assertThat(driver.log())
                    .extracting(row -> row.key.get()[0])
                    .as("the time at which it was forgotten")
                    .containsExactly((byte) 3, (byte) 4);
            assertThat(driver.rows(Tables.TALLY)).isEmpty();
        }
    }

    /** A prompt after the request counts, and so does work of the turn that was under way, as a turn of its own. */
    @Test
    void aSessionThatGoesOnBeginsAnewWithTheNextTurnIdAndTheUserOfItsNextLine() {
        try (var driver = live()) {
            var lines = struggling("s1");
            int known = sent("s1", lines).size();
            lines.assistant(20, "late", use("Edit", "e1")).duration(21, 3);
            lines.prompt(30, "next").assistant(31, "n", use("Bash", "b1")).duration(32, 4);
            var all = sent("s1", lines);
            driver.arrive(all.subList(0, known)).pass(SOON);
            forgetSession(driver, "s1").pass(SOON);
            driver.arrive(all).pass(LONG);
            var last = Driver.last(driver.turnRecords());
            assertThat(last).containsOnlyKeys("s1:2", "s1:3");
            assertThat(last.get("s1:2").size().pattern()).isEqualTo("Edit");
            assertThat(last.get("s1:3").origin().user()).isEqualTo("ada");
            assertThat(Driver.last(driver.sessions())).containsOnlyKeys("s1");
            assertThat(Driver.last(driver.sessions()).get("s1").tools().toolCounts())
                    .containsOnlyKeys("Edit", "Bash");
            assertThat(Driver.last(driver.tools())).containsOnlyKeys("Edit", "Bash");
            assertThat(driver.rejected()).isEmpty();
        }
    }

    @Test
    void aReplacedFileHadMoreStepsThanItsLastRevisionAndAllAreDeleted() {
        try (var driver = live()) {
            var first = sent("s1", struggling("s1").duration(9, 1));
            var file = first.get(0).lineHeaders().file();
            var shorter = sent(
                    "s1",
                    session("s1")
                            .prompt(0, "go")
                            .assistant(1, "m1", use("Edit", "e1"))
                            .duration(2, 1));
            driver.arrive(first).pass(SOON);
            shorter.forEach(line ->
                    driver.arrive(line.inFile(new FileId(file.name(), file.firstLineHash(), file.generation() + 1))));
            driver.pass(SOON);
            forgetSession(driver, "s1").pass(LONG);
            assertThat(Driver.last(driver.turnRecords())).isEmpty();
            assertThat(Driver.last(driver.invocations())).isEmpty();
            assertThat(Driver.last(driver.sessions())).isEmpty();
            assertThat(Driver.last(driver.patterns())).isEmpty();
            assertThat(Driver.last(driver.tools())).isEmpty();
            assertThat(Driver.last(driver.desires())).isEmpty();
        }
    }

    /** The fork names the session that it copied, and its copied turns stay uncounted. */
    @Test
    void forksOfAForgottenSessionKeepTheirTurns() {
        try (var driver = live()) {
            driver.arrive(sent("s1", struggling("s1").duration(9, 1)));
            sent("s2", struggling("s2").duration(9, 1)).forEach(line -> driver.arrive(line.copiedFrom("s1")));
            forgetSession(driver.pass(SOON), "s1").pass(LONG);
            assertThat(Driver.last(driver.turnRecords())).containsOnlyKeys("s2:0", "s2:1");
            assertThat(Driver.last(driver.turnRecords()).values())
                    .allSatisfy(turn -> assertThat(turn.prompt().copyOf()).isEqualTo("s1"));
            assertThat(Driver.last(driver.tools())).isEmpty();
        }
    }

    @Test
    void anUnknownSessionIsConfirmedAndItsLaterLinesCount() {
        try (var driver = live()) {
            forgetSession(driver, "s1");
            assertThat(emitted(driver)).containsExactly("forget:r1:0: deleted");
            driver.arrive(sent("s1", struggling("s1"))).pass(LONG);
            assertThat(Driver.last(driver.turnRecords())).containsOnlyKeys("s1:0", "s1:1");
        }
    }

    @Test
    void aRequestThatCannotBeReadIsRejectedWithoutItsContent() {
        var headers = new RecordHeaders();
        Forget.session("r1", "s1").addTo(headers);
        var later = new RecordHeaders().add("footfall.schema", bytes("3")).add("footfall.control", bytes("forget"));
        var other = new RecordHeaders().add("footfall.schema", bytes("2")).add("footfall.control", bytes("erase"));
        var good = Forget.session("r1", "s1").bytes();
        try (var driver = live()) {
            driver.arrive(sent("s1", struggling("s1")));
            driver.arrive("s2", good, headers)
                    .arrive(null, good, headers)
                    .arrive("s1", null, headers)
                    .arrive("s1", good, later)
                    .arrive("s1", good, other)
                    .arrive("s1", bytes("{\"id\":\"r1\",\"session_id\":\"s1\",\"user\":\"u\"}"), headers)
                    .arrive("s1", bytes("{\"id\":\"r1\"}"), headers)
                    .arrive("s1", bytes("{\"id\":\"\",\"session_id\":\"s1\"}"), headers)
                    .arrive(null, bytes("{\"id\":\"r1\",\"user\":\" \"}"), headers)
                    .arrive("s1", bytes("[\"s1\"]"), headers)
                    .arrive("s1", bytes("null"), headers)
                    .arrive("s1", bytes("\u0000\u0001s1"), headers)
                    .pass(LONG);
            assertThat(driver.rejected())
                    .hasSize(12)
                    .extracting(RejectedLine::reason)
                    .containsOnly(RejectedBytes.Reason.UNREADABLE);
            assertThat(driver.rejected().toString()).doesNotContain("s1");
            assertThat(Driver.last(driver.turnRecords())).containsOnlyKeys("s1:0", "s1:1");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
