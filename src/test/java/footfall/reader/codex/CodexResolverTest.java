package footfall.reader.codex;

import static footfall.reader.codex.CodexLines.OLD_TASK;
import static footfall.reader.codex.CodexLines.TASK;
import static footfall.reader.codex.CodexLines.THREAD;
import static footfall.reader.codex.CodexLines.call;
import static footfall.reader.codex.CodexLines.count;
import static footfall.reader.codex.CodexLines.end;
import static footfall.reader.codex.CodexLines.head;
import static footfall.reader.codex.CodexLines.nested;
import static footfall.reader.codex.CodexLines.output;
import static footfall.reader.codex.CodexLines.poll;
import static footfall.reader.codex.CodexLines.prompt;
import static footfall.reader.codex.CodexLines.record;
import static footfall.reader.codex.CodexLines.running;
import static footfall.reader.codex.CodexLines.script;
import static footfall.reader.codex.CodexLines.start;
import static footfall.reader.codex.CodexLines.work;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.Trigger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodexResolverTest {
    private static List<String> resolved(CodexEvent.Fact... facts) {
        return new CodexLines().of(facts).resolved();
    }

    @Test
    void aPromptAndItsSteerHaveTheIdOfTheOpenTask() {
        assertThat(resolved(prompt(), start("t1"), prompt(), work(), prompt(), work(), end("t1", 70)))
                .containsExactly(
                        "prompt human",
                        "prompt human t1",
                        "assistant g0",
                        "prompt human t1",
                        "assistant g0",
                        "duration 70");
        assertThat(resolved(start("t1"), prompt(Trigger.HUMAN, "p1"), end("t1", 0), prompt()))
                .containsExactly("prompt human p1", "prompt human");
    }

    @Test
    void aMessageOfAnAgentIsAPromptOnceAfterItsMetadata() {
        var message = prompt(Trigger.TEAMMATE, "m1");
        assertThat(resolved(
                        message,
                        new CodexEvent.Communication(false),
                        message,
                        new CodexEvent.Communication(true),
                        prompt(),
                        message,
                        message))
                .containsExactly("prompt human", "prompt teammate m1");
    }

    @Test
    void theEndOfATaskIsADurationOfItsOwnTurnOnly() {
        assertThat(resolved(start("t1"), prompt(), work(), end("t1", 5), start("compact"), end("compact", 9)))
                .containsExactly("prompt human t1", "assistant g0", "duration 5");
        assertThat(resolved(end("t0", 1), prompt(), end("t0", 2), work(), end("t0", 3), end("t0", 4)))
                .as("a task that never started, without a turn, with a prompt pending, with a turn")
                .containsExactly("prompt human", "assistant g0", "duration 3", "duration 4");
        assertThat(resolved(work(), start("t1"), work(), end("t1", 5)))
                .as("a task open at work of the turn")
                .containsExactly("assistant g0", "assistant g0", "duration 5");
        assertThat(resolved(start("t1"), work(), start("t2"), prompt(), work(), end("t1", 5), end("t2", 6)))
                .as("a task of an earlier turn")
                .containsExactly("assistant g0", "prompt human t2", "assistant g0", "duration 6");
    }

    @Test
    void anErrorOfTheApiMakesATurnOfThePendingPrompt() {
        var failed = new CodexEvent.TaskEnd("t1", 4, false, true);
        var model = new CodexEvent.Context("gpt", true);
        assertThat(resolved(model, start("t1"), prompt(), failed, start("t1"), failed))
                .containsExactly("prompt human t1", "duration 4 gpt api_error", "duration 4 gpt api_error");
    }

    @Test
    void anInterruptEndsTheTask() {
        var aborted = new CodexEvent.TaskEnd("t1", 7, true, false);
        assertThat(resolved(start("t1"), prompt(), aborted, prompt(), work(), aborted, end("t1", 2)))
                .containsExactly("prompt human t1", "interrupt 7", "prompt human", "assistant g0", "interrupt 7");
    }

    @Test
    void onlyNewTokensCount() {
        assertThat(resolved(
                        count(3, "3"),
                        count(4, "3"),
                        count(0, "4"),
                        count(4, "4"),
                        count(4, null),
                        count(4, "8"),
                        new CodexEvent.Count(null, "9", false, null, null, null),
                        count(4, "9"),
                        record(0),
                        count(5, "13"),
                        record(5)))
                .containsExactly("tokens 3 tokens", "tokens 4 tokens", "tokens 5 tokens");
    }

    @Test
    void tokensBelongToTheModelThatWorked() {
        var first = new CodexEvent.Context("first", true);
        var second = new CodexEvent.Context("second", true);
        assertThat(resolved(first, work(), second, record(1), prompt(), record(2)))
                .containsExactly(
                        "assistant g0 first", "tokens first 1 tokens", "prompt human", "tokens second 2 tokens");
    }

    @Test
    void tokensOpenTheTurnOfAPendingPromptButReopenNone() {
        assertThat(resolved(start("t1"), prompt(), record(3), end("t1", 1), start("t2"), record(4), end("t2", 2)))
                .containsExactly("prompt human t1", "tokens 3 tokens", "duration 1", "tokens 4 tokens");
    }

    @Test
    void aNewFileEndsTaskSessionsScriptAndGroup() {
        var lines = new CodexLines()
                .of(start("t1"), prompt(), call("a"), running("a", "7"), poll("p", "7"), script("s"), nested("x1"))
                .then()
                .inFile(THREAD + "_r")
                .of(work(), poll("q", "7"), output("q", Outcome.ERROR), output("s", Outcome.OK), prompt(), end("t1", 3))
                .inFile(THREAD)
                .of(work(), end("t1", 4));
        assertThat(lines.resolved())
                .containsExactly(
                        "assistant g0",
                        "assistant g0 write_stdin q",
                        "result q error bad",
                        "result s ok",
                        "prompt human",
                        "assistant g1",
                        "duration 4");
    }

    @Test
    void theTasksOfAForkedHistoryAreCopies() {
        var fork = new CodexEvent.Head(THREAD, THREAD, false, "parent", -1, "0.104.0");
        var history = new CodexEvent.Fact[] {
            head("parent"),
            start(OLD_TASK),
            prompt(),
            work(),
            count(1, "1"),
            end(OLD_TASK, 1),
            prompt(),
            start(TASK),
            prompt()
        };
        var copied = List.of(
                "session begin",
                "prompt human " + OLD_TASK + " copy of parent",
                "assistant g0 copy of parent",
                "tokens 1 tokens copy of parent",
                "duration 1",
                "prompt human",
                "prompt human " + TASK);
        assertThat(new CodexLines().of(fork).of(history).resolved()).isEqualTo(copied);
        assertThat(new CodexLines("root", THREAD).of(start(OLD_TASK), prompt()).resolved())
                .containsExactly("prompt human " + OLD_TASK + " copy of unknown");
        assertThat(new CodexLines("s1", null).of(start(OLD_TASK), prompt()).resolved())
                .containsExactly("prompt human " + OLD_TASK);
    }

    @Test
    void copiedContextAndLinesOfOtherThreadsAreSkipped() {
        var head = new CodexEvent.Head(THREAD, "root", true, null, 4, null);
        var lines = new CodexLines("root", THREAD).line(new CodexEvent(0, null, head));
        lines.line(new CodexEvent(1, null, head(THREAD)));
        lines.line(new CodexEvent(3, null, prompt()));
        lines.line(new CodexEvent(4, "other", prompt()));
        lines.line(new CodexEvent(5, THREAD, prompt()));
        lines.line(new CodexEvent(-1, null, work()));
        var file = new FileId("codex/" + THREAD, "a", 0);
        var message = THREAD + "/g" + Integer.toHexString((int) Ids.hash(file.toString())) + ".0";
        assertThat(lines.resolved())
                .containsExactly(
                        "session begin", "session begin", "prompt human", "assistant " + Ids.shortened(message));
    }

    @Test
    void linesHaveTheLatestVersionAndProjectThatTheTrailNames() {
        var resolver = new CodexResolver(new FileId("codex/" + THREAD, "a", 0));
        var named = new Envelope(new SessionId(THREAD), null, null, null, null, null, null, "p");
        var unnamed = new Envelope(new SessionId(THREAD), null, null, null, null, null, null, null);
        var first = new CodexEvent.Head(THREAD, THREAD, false, null, -1, "0.104.0");
        var envelopes = new ArrayList<Envelope>();
        resolver.resolve(unresolved(named, first), line -> envelopes.add(line.envelope()));
        for (var fact : List.of(head("other"), head(THREAD), work())) {
            resolver.resolve(unresolved(unnamed, fact), line -> envelopes.add(line.envelope()));
        }
        assertThat(envelopes)
                .hasSize(3)
                .containsOnly(new Envelope(named.session(), null, null, null, null, null, "0.104.0", "p"));
    }

    private static Line.Unresolved unresolved(Envelope envelope, CodexEvent.Fact fact) {
        return new Line.Unresolved(envelope, new Line.Nothing(envelope, "codex"), new CodexEvent(-1, null, fact));
    }

    @Test
    void ofManyCommandsAndPollsTheLatestAreKnown() {
        var lines = new CodexLines();
        for (int i = 0; i < 1_000; i++) {
            lines.of(
                    start("t" + i),
                    work(),
                    call("a" + i),
                    running("a" + i, "s" + i),
                    poll("p" + i, "s"),
                    script("x" + i));
        }
        assertThat(lines.then()
                        .of(poll("q", "s0"), output("q", Outcome.OK))
                        .of(poll("q", "s936"), output("q", Outcome.OK))
                        .of(poll("q", "s999"), output("q", Outcome.OK), end("t998", 1))
                        .resolved())
                .containsExactly(
                        "assistant g1000 write_stdin q",
                        "result q ok",
                        "assistant g1001 write_stdin q",
                        "result a936 ok",
                        "result q ok",
                        "assistant g1002 write_stdin q",
                        "result a999 ok",
                        "result q ok",
                        "duration 1");
    }
}
