package footfall.turn;

import static footfall.testkit.MadeLines.callStart;
import static footfall.testkit.MadeLines.calls;
import static footfall.testkit.MadeLines.duration;
import static footfall.testkit.MadeLines.interrupt;
import static footfall.testkit.MadeLines.prompt;
import static footfall.testkit.MadeLines.result;
import static footfall.testkit.MadeLines.said;
import static footfall.testkit.MadeLines.scriptCall;
import static footfall.testkit.MadeLines.scriptEnd;
import static footfall.testkit.MadeLines.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.AgentEvent;
import footfall.line.FileId;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Resolver;
import footfall.line.SessionId;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.testkit.CheckedRows;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Transcripts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lines that only resolvers give, and lines that a resolver gives a meaning. */
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
        var use = new ToolUse(null, "web_search", null, null, 2, null, Intent.of("web_search"), null);
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

    @Test
    void theStateOfAResolverIsKeptForEachTrailUntilItStartsOver() {
        var made = new TurnFold(Defaults.TURNS, (file, state) -> new Counter(state));
        var means = new ArrayList<String>();
        var file = MadeLines.FILE;
        for (var at : List.of(file, file, new FileId(file.name(), "1", 1), new FileId("other/s1", "0", 0))) {
            var arrival = new Arrival(at, offset++, Arrival.UNKNOWN, Transcripts.START, null, null, null);
            made.line(rows, arrival, unresolved(offset), output -> {
                if (output instanceof Output.LineResolved resolved) {
                    means.add(((Line.Prompt) resolved.line()).chars() + " " + resolved.admission());
                }
            });
        }
        assertThat(means).containsExactly("1 OWN", "2 COPY", "1 OWN", "1 OWN");
    }

    @Test
    void aTrailThatExpiresOrIsForgottenLosesTheStateOfItsResolver() {
        var made = new TurnFold(Defaults.TURNS, (file, state) -> new Counter(state));
        var trail = new TrailId(new SessionId("s1"), null);
        var arrival = new Arrival(MadeLines.FILE, 0, Arrival.UNKNOWN, Transcripts.START, null, null, null);
        made.line(rows, arrival, unresolved(0), output -> {});
        assertThat(rows.get(FoldRows.resolver(trail)).bytes()).containsExactly(1);
        made.forget(rows, trail.session(), output -> {});
        assertThat(rows.get(FoldRows.resolver(trail))).isNull();
        made.line(
                rows,
                new Arrival(MadeLines.FILE, 1, 0, Transcripts.START, null, null, null),
                unresolved(1),
                output -> {});
        assertThat(rows.get(FoldRows.resolver(trail)).bytes()).containsExactly(1);
        made.timer(
                rows,
                trail,
                new Tick(Transcripts.START.plus(Defaults.TURNS.timers().sessionRetention()), false),
                output -> {});
        assertThat(rows.get(FoldRows.resolver(trail))).isNull();
    }

    @Test
    void theStateOfAResolverIsEncodedOnlyForItsRow() {
        var made = new TurnFold(Defaults.TURNS, (file, state) -> new Counter(state));
        var memory = new MemoryRows();
        int before = Counter.encoded;
        for (int i = 0; i < 3; i++) {
            made.line(
                    memory,
                    new Arrival(MadeLines.FILE, i, i - 1, Transcripts.START, null, null, null),
                    unresolved(i),
                    output -> {});
        }
        assertThat(Counter.encoded).isEqualTo(before);
        assertThat(memory.get(FoldRows.resolver(new TrailId(new SessionId("s1"), null)))
                        .bytes())
                .containsExactly(3);
    }

    /** A subagent's file may repeat the history of its parent, which has the same session. */
    @Test
    void theOwnerThatAResolverGivesMayBeTheSession() {
        var copied = new ArrayList<String>();
        var made = new TurnFold(Defaults.TURNS, (file, state) -> new Counter(state, "s1"));
        for (int i = 0; i < 2; i++) {
            var arrival = new Arrival(MadeLines.FILE, i, Arrival.UNKNOWN, Transcripts.START, null, null, null);
            made.line(rows, arrival, unresolved(i), output -> {
                copied.add(((Output.LineResolved) output).admission().toString());
            });
        }
        assertThat(copied).containsExactly("OWN", "COPY");
    }

    private record Nothing() implements AgentEvent {}

    private static Line.Unresolved unresolved(int second) {
        return new Line.Unresolved(MadeLines.at(second), new Line.Nothing(MadeLines.at(second), "x"), new Nothing());
    }

    /** Gives a prompt with the number of lines so far; every second one is a copy. */
    private static final class Counter implements Resolver {
        private final String owner;
        private byte lines;
        private static int encoded;

        Counter(byte[] state) {
            this(state, "s0");
        }

        Counter(byte[] state, String owner) {
            this.owner = owner;
            lines = state == null ? 0 : state[0];
        }

        @Override
        public void resolve(Line.Unresolved line, FileId file, Sink sink) {
            lines++;
            var prompt = (Line.Prompt) prompt(0);
            var numbered = new Line.Prompt(line.envelope(), prompt.trigger(), lines, prompt.says());
            sink.accept(numbered, lines % 2 == 0 ? owner : null);
        }

        @Override
        public Resolver copy() {
            return new Counter(new byte[] {lines}, owner);
        }

        @Override
        public byte[] state() {
            encoded++;
            return new byte[] {lines};
        }
    }
}
