package footfall.alert;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.Rows;
import footfall.testkit.CheckedRows;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import footfall.turn.Arrival;
import footfall.turn.Output;
import footfall.turn.StepRow;
import footfall.turn.TurnFold;
import footfall.turn.TurnFold.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Streaks and loops, over the fold alone, whose rows are read back as they are written. */
class TurnAlertsTest {
    private static final int STREAK = 3;
    private static final int LOOP = 3;
    private static final AlertRules RULES =
            new AlertRules(1_000, Duration.ofDays(1), STREAK, LOOP, Duration.ofMinutes(1), Duration.ofDays(1));

    /** The ids of what is raised by the lines of a transcript that arrive as they are written. */
    private static List<String> raised(Transcripts lines) {
        var raised = new ArrayList<String>();
        var fold = new TurnFold(Defaults.TURNS.watching(RULES.watch()));
        var alerts = new TurnAlerts(RULES);
        var file = FedFile.of("s1.jsonl", lines.bytes());
        Rows rows = new CheckedRows();
        for (var part : file.parts()) {
            var accepted = (Parsed.Accepted) part;
            var at = accepted.line().envelope().at();
            var arrival =
                    new Arrival(file.file().id(), accepted.offset(), Arrival.UNKNOWN, at, null, Fold.HOST, Fold.USER);
            fold.line(rows, arrival, LineEvents.of(accepted.line()), output -> {
                if (output instanceof Output.StepAppended step) {
                    alerts.appended(rows, step, at, alert -> raised.add(alert.alertId()));
                } else if (output instanceof Output.StepCompleted step) {
                    alerts.completed(rows, step, at, alert -> raised.add(alert.alertId()));
                }
            });
        }
        return raised;
    }

    private static Object call(String id, int size) {
        var use = use("Bash", id);
        use.put("input", Map.of("command", "x".repeat(size)));
        return use;
    }

    /** A call that asks for the same as each other one of the tool. */
    private static Object again(String tool, String id) {
        var use = use(tool, id);
        use.put("input", Map.of("file_path", "/w/a"));
        return use;
    }

    /** A turn of calls, each as big as its number and failing when that is odd. */
    private static Transcripts turn(List<Integer> calls) {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < calls.size(); i++) {
            lines.assistant(i, "m" + i, call("t" + i, calls.get(i)));
            if (calls.get(i) % 2 == 1) {
                lines.failed(i, "t" + i, "Exit code 1");
            } else {
                lines.result(i, "t" + i);
            }
        }
        return lines;
    }

    @Property(tries = 300)
    void aStreakIsRaisedExactlyWhenSoManyFailuresStandInARow(
            @ForAll @Size(max = 20) List<@IntRange(max = 4) Integer> calls) {
        var letters = new StringBuilder();
        calls.forEach(call -> letters.append(call % 2 == 1 ? 'x' : '.'));
        assertThat(raised(turn(calls)).contains("s1:0:error-streak:1"))
                .isEqualTo(letters.toString().contains("x".repeat(STREAK)));
    }

    @Property(tries = 300)
    void aLoopIsRaisedExactlyWhenSoManyOfItsRoundsEndAtOneOfTheSteps(
            @ForAll @Size(max = 20) List<@IntRange(max = 2) Integer> tools) {
        var lines = Transcripts.session("s1").prompt(0, "go");
        var calls = new ArrayList<OpenLoopTest.Call>();
        boolean loops = false;
        for (int i = 0; i < tools.size(); i++) {
            lines.assistant(i, "m" + i, again("Tool" + tools.get(i), "t" + i));
            calls.add(new OpenLoopTest.Call("Tool" + tools.get(i), new StepRow.Batch("m" + i, null, 0)));
            loops |= OpenLoopTest.reference(calls) >= LOOP;
        }
        assertThat(raised(lines).contains("s1:0:repeat-loop:1")).isEqualTo(loops);
    }

    @Test
    void whatComesForAnEarlierTurnIsNotCountedInTheOpenOne() {
        var lines = Transcripts.session("s1").prompt(0, "go").assistant(1, "m", use("Bash", "late"));
        lines.prompt(2, "go");
        for (int i = 0; i < STREAK; i++) {
            lines.assistant(i + 3, "m" + i, use("Tool" + i, "t" + i)).failed(i + 3, "t" + i, "Exit code 1");
            if (i == 0) {
                lines.result(3, "late");
            }
        }
        assertThat(raised(lines)).containsExactly("s1:1:error-streak:1");
    }

    @Test
    void parallelCallsOfAMessageAreOneWalkThoughTheirLinesAreMany() {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < 2 * LOOP; i++) {
            lines.assistant(i, "m" + i / LOOP, again("Read", "t" + i)).result(i, "t" + i);
        }
        assertThat(raised(lines)).isEmpty();
        lines.assistant(9, "m9", again("Read", "t9"));
        assertThat(raised(lines)).containsExactly("s1:0:repeat-loop:1");
    }

    @Test
    void inARowIsTheOrderOfTheAnswersNotOfTheCalls() {
        var lines = Transcripts.session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", call("t1", 1), call("t2", 2), call("t3", 3), call("t4", 4));
        lines.failed(2, "t1", "Exit code 1").failed(3, "t3", "Exit code 1").failed(4, "t4", "Exit code 1");
        assertThat(raised(lines)).containsExactly("s1:0:error-streak:1");
        assertThat(raised(Transcripts.session("s1")
                        .prompt(0, "go")
                        .assistant(1, "m1", call("t1", 1), call("t2", 2), call("t3", 3), call("t4", 4))
                        .failed(2, "t1", "Exit code 1")
                        .failed(3, "t3", "Exit code 1")
                        .result(4, "t2")
                        .failed(5, "t4", "Exit code 1")))
                .isEmpty();
    }

    /** A new kind joins {@link TurnRow#KINDS}, and this transcript gets the lines that raise it. */
    @Test
    void everyKindOfATurnIsRaisedAndClearedAndItsRowIsReadBack() {
        var kinds = EnumSet.complementOf(EnumSet.of(Alert.Kind.OUTAGE, Alert.Kind.BUDGET));
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 1; i <= 6; i++) {
            lines.assistant(i, "m" + i, call("t" + i, 1)).failed(i, "t" + i, "Exit code 1");
        }
        var alerts =
                allOf(lines, new AlertRules(5, Duration.ofSeconds(1), 2, 2, Duration.ofMinutes(1), Duration.ofDays(1)));
        assertThat(kinds(alerts, Alert.State.RAISED)).isEqualTo(kinds);
        assertThat(kinds(alerts, Alert.State.CLEARED)).isEqualTo(kinds);
    }

    private static Set<Alert.Kind> kinds(List<Alert> alerts, Alert.State state) {
        return alerts.stream()
                .filter(alert -> alert.state() == state)
                .map(Alert::kind)
                .collect(Collectors.toSet());
    }

    /** What the lines raise, a timer after the last one raises, and the end of the turn clears. */
    private static List<Alert> allOf(Transcripts lines, AlertRules rules) {
        var out = new ArrayList<Alert>();
        var fold = new TurnFold(Defaults.TURNS.watching(rules.watch()));
        var alerts = new TurnAlerts(rules);
        var file = FedFile.of("s1.jsonl", lines.bytes());
        Rows rows = new CheckedRows();
        var now = Transcripts.START;
        for (var part : file.parts()) {
            var accepted = (Parsed.Accepted) part;
            var at = accepted.line().envelope().at();
            now = at;
            var arrival =
                    new Arrival(file.file().id(), accepted.offset(), Arrival.UNKNOWN, at, null, Fold.HOST, Fold.USER);
            fold.line(rows, arrival, LineEvents.of(accepted.line()), output -> take(alerts, rows, output, at, out));
        }
        var trail = new TrailId(new SessionId("s1"), null);
        var later = now.plusSeconds(2);
        var asked = new Envelope(new SessionId("s1"), null, later, null, null, null, null, null);
        var waiting = LineEvents.of(new Line.Waiting(asked, later.minusSeconds(60)));
        var arrival = new Arrival(file.file().id(), 0, Arrival.UNKNOWN, later, null, Fold.HOST, Fold.USER);
        fold.line(rows, arrival, waiting, output -> take(alerts, rows, output, later, out));
        fold.timer(rows, trail, new Tick(later, false), output -> take(alerts, rows, output, later, out));
        fold.end(rows, trail, output -> take(alerts, rows, output, later, out));
        return out;
    }

    private static void take(TurnAlerts alerts, Rows rows, Output output, Instant now, List<Alert> out) {
        if (output instanceof Output.StepAppended step) {
            alerts.appended(rows, step, now, out::add);
        } else if (output instanceof Output.StepCompleted step) {
            alerts.completed(rows, step, now, out::add);
        } else if (output instanceof Output.Waits waits) {
            alerts.waits(rows, waits, now, out::add);
        } else if (output instanceof Output.StillOpen open) {
            alerts.stillOpen(rows, open, now, out::add);
        } else if (output instanceof Output.Closed closed) {
            alerts.closed(rows, closed, now, out::add);
        }
    }

    @Test
    void rulesThatCannotBeMeantAreRefused() {
        assertThatThrownBy(
                        () -> new AlertRules(5, Duration.ofMinutes(1), 1, 4, AlertRules.WAITING, Duration.ofMinutes(1)))
                .hasMessage("errorStreak is below 2");
        assertThatThrownBy(
                        () -> new AlertRules(5, Duration.ofNanos(1), 5, 4, AlertRules.WAITING, Duration.ofMinutes(1)))
                .hasMessage("duration is below 1 ms");
    }
}
