package footfall.turn;

import static footfall.testkit.MadeLines.answered;
import static footfall.testkit.MadeLines.callStart;
import static footfall.testkit.MadeLines.calls;
import static footfall.testkit.MadeLines.duration;
import static footfall.testkit.MadeLines.interrupt;
import static footfall.testkit.MadeLines.prompt;
import static footfall.testkit.MadeLines.result;
import static footfall.testkit.MadeLines.said;
import static footfall.testkit.MadeLines.scriptCall;
import static footfall.testkit.MadeLines.scriptEnd;
import static footfall.testkit.MadeLines.sessionEnd;
import static footfall.testkit.MadeLines.stop;
import static footfall.testkit.MadeLines.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Envelope;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.Outcome;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.testkit.CheckedRows;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Transcripts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a turn makes of lines that its resolver gave a meaning, and of the end of a session. */
class ResolvedLinesTest {
    private final CheckedRows rows = new CheckedRows();

    private final Fold fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);

    private int offset;

    private Fold feed(Line... lines) {
        for (var line : lines) {
            fold.line(MadeLines.FILE, offset++, line);
        }
        return fold;
    }

    /** The turns so far: steps with their sequence, {@code |} where a step is parallel, and ends. */
    private static List<String> shown(Fold fold) {
        return fold.end().stream().map(ResolvedLinesTest::shown).toList();
    }

    static String shown(Turn turn) {
        var steps = turn.steps().stream()
                .map(step -> step.sequence() + " " + step.use().toolUseId() + (step.parallel() ? "|" : " ")
                        + step.result().outcome().word())
                .collect(Collectors.joining(", "));
        var end = turn.span().endedAt().getEpochSecond() - Transcripts.START.getEpochSecond();
        return turn.id().turnId() + " [" + steps + "] " + turn.size().length() + " "
                + turn.span().closedBy().word() + " at " + end + ", "
                + turn.spend().tokens().input() + " tokens, "
                + turn.span().durationMs() + " ms";
    }

    @Test
    void tokensOpenATurnAsTheModelDoes() {
        assertThat(shown(feed(prompt(0), tokens(3, 10)))).containsExactly("s1:0 [] 0 idle at 3, 10 tokens, 0 ms");
    }

    @Test
    void tokensWithoutATurnOpenOneWithoutAPrompt() {
        assertThat(shown(feed(tokens(3, 10)))).containsExactly("s1:0 [] 0 idle at 3, 10 tokens, 0 ms");
    }

    @Test
    void tokensOfAnOpenTurnMoveItsEndAndLeaveTheEndOfTheModel() {
        assertThat(shown(feed(prompt(0), said(1, "end_turn"), tokens(2, 10), tokens(3, 10))))
                .containsExactly("s1:0 [] 0 end_turn at 3, 20 tokens, 0 ms");
    }

    @Test
    void tokensAfterATurnClosedAreOnlyAdded() {
        feed(prompt(0), said(1, null), duration(2, 2_000), tokens(9, 10)).pass(500);
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .containsExactly(
                        "s1:0 [] 0 turn_duration at 2, 0 tokens, 2000 ms",
                        "s1:0 [] 0 turn_duration at 2, 10 tokens, 2000 ms");
    }

    @Test
    void anInterruptThatClosesATurnAddsItsDuration() {
        assertThat(shown(feed(prompt(0), said(1, null), interrupt(2, 1_500), interrupt(3, 700))))
                .containsExactly("s1:0 [] 0 interrupted at 2, 0 tokens, 1500 ms");
    }

    @Test
    void aCallThatStillRunsStaysOpenAndMovesTheEnd() {
        feed(prompt(0), calls(1, "g1", "Bash-1"), result(5, "Bash-1", Outcome.PENDING));
        assertThat(shown(fold)).containsExactly("s1:0 [0 Bash-1 pending] 1 idle at 5, 0 tokens, 0 ms");
        assertThat(fold.last().get(0).steps().get(0).use().completedAt()).isNull();
        feed(result(9, "Bash-1", Outcome.ERROR), result(10, "Bash-1", Outcome.OK));
        assertThat(shown(fold)).containsExactly("s1:0 [0 Bash-1 error] 1 idle at 9, 0 tokens, 0 ms");
    }

    @Test
    void theCallsOfAScriptAreStepsAndItsOwnIsNone() {
        feed(prompt(0), calls(1, "g1", "Read-1"), result(2, "Read-1", Outcome.OK));
        feed(calls(3, "g2", "exec-1"), scriptCall(5, "exec-1", "Bash-1"), scriptCall(6, "exec-1", "Read-2"));
        assertThat(shown(fold))
                .containsExactly("s1:0 [0 Read-1 ok, 1 exec-1 pending, 2 Bash-1|ok, 3 Read-2|ok] 4 idle at 6, 0 tokens,"
                        + " 0 ms");
        feed(scriptEnd(7, "exec-1"), calls(8, "g3", "Edit-1"), scriptEnd(9, "exec-1"));
        assertThat(shown(fold))
                .containsExactly("s1:0 [0 Read-1 ok, 1 Bash-1|ok, 2 Read-2|ok, 3 Edit-1 pending] 4 idle at 8, 0 tokens,"
                        + " 0 ms");
        assertThat(fold.last().get(0).size().pattern()).isEqualTo("Read → Bash → Read → Edit");
        assertThat(fold.last().get(0).steps().get(1).use().startedAt()).isEqualTo(Transcripts.at(4));
        assertThat(fold.last().get(0).steps().get(1).use().completedAt()).isEqualTo(Transcripts.at(5));
    }

    @Test
    void aFinishedCallNeedsNoId() {
        var use = new ToolUse(
                null, "web_search", null, null, 2, null, Intent.of("web_search"), null, null, false, null, null);
        var result = new ToolResult(null, Outcome.OK, null, 3, null);
        var search = new Line.ScriptCall(MadeLines.at(2), "g1", use, Transcripts.at(2), result);
        feed(prompt(0), calls(1, "g1"), search, search, calls(3, "g1", "Read-1"));
        assertThat(shown(fold))
                .containsExactly("s1:0 [0 null|ok, 1 null|ok, 2 Read-1|pending] 3 idle at 3, 0 tokens, 0 ms");
    }

    @Test
    void theCallOfAScriptBelongsToTheCurrentTurnInAnyState() {
        feed(scriptCall(1, "g1", "Bash-0"), prompt(2), said(3, null), duration(4, 1), scriptCall(5, "g1", "Bash-1"));
        feed(prompt(6), scriptCall(7, "g1", "Bash-2"));
        assertThat(shown(fold)).containsExactly("s1:0 [0 Bash-1|ok, 1 Bash-2|ok] 2 turn_duration at 7, 0 tokens, 1 ms");
    }

    @Test
    void recordsOfStepsAfterADroppedOneGetTheirNewSequence() {
        feed(prompt(0), calls(1, "g1", "Read-1"), calls(2, "g2", "exec-1"), calls(3, "g3", "Edit-1", "Edit-2"));
        fold.end();
        feed(scriptCall(4, "exec-1", "Bash-1"), scriptEnd(5, "exec-1"));
        fold.end();
        var last = (Output.TurnEmitted) fold.outputs().get(fold.outputs().size() - 1);
        assertThat(last.invocations())
                .extracting(row -> row.turnSequence() + " " + row.use().toolUseId())
                .containsExactly("1 Edit-1", "2 Edit-2", "3 Bash-1");
        assertThat(last.invocationsBefore()).isEqualTo(4);
        feed(calls(6, "g4", "exec-2"));
        fold.end();
        feed(scriptEnd(7, "exec-2"));
        fold.end();
        last = (Output.TurnEmitted) fold.outputs().get(fold.outputs().size() - 1);
        assertThat(last.turn().size().length()).isEqualTo(4);
        assertThat(last.invocationsBefore()).isEqualTo(5);
    }

    @Test
    void aCallBeginsWhenItStartsToRun() {
        feed(prompt(0), calls(1, "g1", "Bash-1", "Bash-2"), callStart(3, "Bash-1"), callStart(4, "Bash-9"));
        assertThat(shown(fold))
                .containsExactly("s1:0 [0 Bash-1|pending, 1 Bash-2|pending] 2 idle at 3, 0 tokens, 0 ms");
        feed(result(5, "Bash-1", Outcome.OK), callStart(6, "Bash-1"));
        assertThat(shown(fold)).containsExactly("s1:0 [0 Bash-1|ok, 1 Bash-2|pending] 2 idle at 5, 0 tokens, 0 ms");
        assertThat(fold.last().get(0).steps())
                .extracting(step -> step.use().startedAt())
                .containsExactly(Transcripts.at(3), Transcripts.at(1));
        feed(callStart(7, "Bash-2"));
        fold.end();
        var last = (Output.TurnEmitted) fold.outputs().get(fold.outputs().size() - 1);
        assertThat(last.invocations())
                .extracting(row -> row.turnSequence() + " " + row.use().startedAt())
                .containsExactly("1 " + Transcripts.at(7));
    }

    @Test
    void aCallStartsInNoTurnWithoutOne() {
        assertThat(shown(feed(callStart(1, "Bash-1")))).isEmpty();
    }

    /** A subagent's file may repeat the history of its parent, which has the same session. */
    @Test
    void theOwnerThatAReaderGivesMayBeAnotherSession() {
        var decided = new ArrayList<String>();
        var made = new TurnFold(Defaults.TURNS);
        for (var owner : new String[] {null, "s0", "s1"}) {
            var prompt = (Line.Prompt) prompt(0);
            var session = prompt.envelope().session();
            var at = new Envelope(session, null, Transcripts.START, null, null, null, null, null).ownedBy(owner);
            var line = new Line.Prompt(at, prompt.trigger(), 1, prompt.says());
            var arrival = new Arrival(MadeLines.FILE, offset++, Arrival.UNKNOWN, Transcripts.START, null, null, null);
            made.line(
                    rows,
                    arrival,
                    LineEvents.of(line),
                    output ->
                            decided.add(((Output.LineFolded) output).admission().toString()));
        }
        assertThat(decided).containsExactly("OWN", "COPY", "OWN");
    }

    @Test
    void theEndOfTheSessionClosesEveryOpenTurnAsIfNoMoreLinesCame() {
        for (var agent : List.of("b", "a")) {
            answered(1, agent, agent.equals("a") ? "end_turn" : null)
                    .forEach(line -> fold.line(MadeLines.FILE, offset++, line));
        }
        feed(prompt(2), said(3, null), sessionEnd(9));
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .containsExactly(
                        "s1:0 [] 0 idle at 3, 0 tokens, 0 ms",
                        "s1/a:0 [] 0 end_turn at 1, 0 tokens, 0 ms",
                        "s1/b:0 [] 0 idle at 1, 0 tokens, 0 ms");
        feed(sessionEnd(10), prompt(11), sessionEnd(12), said(13, "end_turn"), prompt(14));
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .as("the closed turns stay as they are, and the prompt goes on waiting")
                .hasSize(4)
                .endsWith("s1:1 [] 0 end_turn at 13, 0 tokens, 0 ms");
    }

    @Test
    void theEndOfTheSessionClosesAStoppedTurn() {
        feed(prompt(0), said(1, null), stop(2), sessionEnd(3), duration(4, 7)).pass(500);
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .containsExactly(
                        "s1:0 [] 0 stop_hook at 2, 0 tokens, 0 ms", "s1:0 [] 0 stop_hook at 4, 0 tokens, 7 ms");
    }
}
