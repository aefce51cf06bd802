package footfall.reader.copilot;

import static footfall.reader.copilot.CopilotLines.end;
import static footfall.reader.copilot.CopilotLines.message;
import static footfall.reader.copilot.CopilotLines.prompt;
import static footfall.reader.copilot.CopilotLines.queued;
import static footfall.reader.copilot.CopilotLines.record;
import static footfall.reader.copilot.CopilotLines.shutdown;
import static footfall.reader.copilot.CopilotLines.start;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.line.ToolResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopilotResolverTest {
    private static final CopilotEvent.Abort ABORT = new CopilotEvent.Abort();
    private static final CopilotEvent.Failure FAILURE = new CopilotEvent.Failure();

    private static List<String> resolved(CopilotEvent.Fact... facts) {
        return new CopilotLines().of(facts).resolved();
    }

    @Test
    void aMessageWithoutCallsEndsTheTurn() {
        assertThat(resolved(prompt(), start(), message("m1", "a1", "a2"), end(), start(), message("m2"), end()))
                .containsExactly("prompt human e0", "assistant m1 bash a1 bash a2", "assistant m2 end_turn");
    }

    @Test
    void theReasonOfAStopHookThatBlocksIsNoPrompt() {
        var blocks = new CopilotEvent.HookEnd(true);
        var passes = new CopilotEvent.HookEnd(false);
        var hook = new CopilotEvent.HookStart();
        assertThat(resolved(hook, blocks, queued(), queued())).containsExactly("stop", "prompt human e3");
        assertThat(resolved(hook, blocks, prompt())).containsExactly("stop", "prompt human e2");
        assertThat(resolved(hook, blocks, hook, passes, queued())).containsExactly("stop", "stop");
        assertThat(resolved(hook, passes, queued())).containsExactly("stop", "prompt human e2");
        assertThat(resolved(hook, blocks, message("m1"), queued()))
                .containsExactly("stop", "assistant m1 end_turn", "prompt human e3");
    }

    @Test
    void anAbortInterruptsAPromptOrATurnThatRuns() {
        assertThat(resolved(prompt(), start(), end(), ABORT, ABORT)).containsExactly("prompt human e0", "interrupt 0");
        assertThat(resolved(message("m1", "a1"), end(), ABORT)).containsExactly("assistant m1 bash a1", "interrupt 0");
        assertThat(resolved(message("m1"), ABORT))
                .as("before the request ends")
                .containsExactly("assistant m1 end_turn", "interrupt 0");
        assertThat(resolved(message("m1"), end(), start(), end(), ABORT))
                .as("a further request without an answer")
                .containsExactly("assistant m1 end_turn", "interrupt 0");
    }

    @Test
    void anAbortAfterTheAnswerInterruptsNothing() {
        assertThat(resolved(message("m1"), end(), ABORT)).containsExactly("assistant m1 end_turn");
        assertThat(resolved(message("m1", "a1"), shutdown(), ABORT))
                .containsExactly("assistant m1 bash a1", "session end");
        assertThat(resolved(message("m1", "a1"), new CopilotEvent.AgentEnd(7), ABORT))
                .containsExactly("assistant m1 bash a1", "duration 7");
        assertThat(resolved(message("m1"), new CopilotEvent.HookStart(), ABORT))
                .containsExactly("assistant m1 end_turn", "stop");
    }

    @Test
    void anErrorIsWorkOfAPromptOrATurnThatRuns() {
        assertThat(resolved(FAILURE, prompt(), start(), end(), FAILURE, FAILURE))
                .containsExactly("prompt human e1", "assistant api_error", "assistant api_error");
        assertThat(resolved(message("m1"), end(), FAILURE)).containsExactly("assistant m1 end_turn");
    }

    @Test
    void aCompleteTaskEndsTheTurnThatRunsAtNoTime() {
        var task = new CopilotEvent.TaskEnd();
        assertThat(resolved(task, prompt(), task, message("m1", "a1"), task, end(), task, ABORT))
                .containsExactly("prompt human e1", "assistant m1 bash a1", "assistant end_turn at no time");
    }

    @Test
    void theTokensOfMessagesCountUntilTheFirstRecord() {
        assertThat(resolved(message("m1", null, 5), record("gpt", 6), message("m2", null, 6), message("m3", null, 7)))
                .containsExactly(
                        "assistant m1 end_turn",
                        "tokens m1 5 tokens",
                        "assistant r0 gpt 6 tokens",
                        "assistant r0 end_turn",
                        "assistant m3 end_turn");
    }

    @Test
    void theTokensOfTheChunksOfARequestHaveOneId() {
        assertThat(resolved(
                        message("m1", "q1", 5, "a1"),
                        message("m2", "q1", 9, "a2"),
                        message("m3", "q2", 1),
                        message("m4", null, 2),
                        message("m5", null, 2)))
                .containsExactly(
                        "assistant m1 bash a1",
                        "tokens m1 5 tokens",
                        "assistant m2 bash a2",
                        "tokens m1 9 tokens",
                        "assistant m3 end_turn",
                        "tokens m3 1 tokens",
                        "assistant m4 end_turn",
                        "tokens m4 2 tokens",
                        "assistant m5 end_turn",
                        "tokens m5 2 tokens");
    }

    @Test
    void theLinesOfAMessageHaveOneGroup() {
        assertThat(resolved(record("gpt", 1), message("m1", "a1"), record("gpt", 2), message("m1", "a2")))
                .containsExactly(
                        "assistant r0 gpt 1 tokens",
                        "assistant r0 bash a1",
                        "assistant r1 gpt 2 tokens",
                        "assistant r0 bash a2");
    }

    @Test
    void theModelIsTheOneThatWasChosenUnlessTheLineNamesIt() {
        var named = new CopilotEvent.Message("m2", null, "mini", null, 4, List.of());
        assertThat(resolved(
                        new CopilotEvent.Begin(false, "other"),
                        message("m0"),
                        new CopilotEvent.Model("gpt"),
                        message("m1"),
                        named,
                        record(null, 3),
                        prompt(),
                        FAILURE))
                .containsExactly(
                        "session begin",
                        "assistant m0 end_turn",
                        "assistant m1 gpt end_turn",
                        "assistant m2 mini end_turn",
                        "tokens m2 mini 4 tokens",
                        "assistant r0 gpt 3 tokens",
                        "prompt human e6",
                        "assistant api_error");
    }

    @Test
    void callsResultsAndSubagentsKeepTheirMeaning() {
        assertThat(resolved(
                        new CopilotEvent.CallStart("a1"),
                        new CopilotEvent.Result(new ToolResult("a1", Outcome.ERROR, "bad", 3, null)),
                        new CopilotEvent.AgentStart("a2", "agent-7", "explore"),
                        new CopilotEvent.Compaction(null),
                        new CopilotEvent.Checkpoint(4),
                        new CopilotEvent.Rewind(),
                        shutdown()))
                .containsExactly(
                        "start a1",
                        "result a1 error bad",
                        "link a2 agent-7",
                        "compaction",
                        "session begin",
                        "session end");
    }

    @Test
    void anEventCountsOnce() {
        var lines = new CopilotLines();
        lines.line("x", null, prompt()).line("y", null, prompt()).line("x", null, prompt());
        lines.line(null, null, prompt()).line(null, null, prompt());
        assertThat(lines.resolved())
                .containsExactly("prompt human x", "prompt human y", "prompt human", "prompt human");
    }

    /** A recorder may write the events of a whole session again. */
    @Test
    void anEventIsKnownForAThousandEvents() {
        var lines = new CopilotLines();
        for (int i = 0; i < 1_001; i++) {
            lines.line("e" + i, null, new CopilotEvent.Checkpoint(i));
        }
        lines.line("e1", null, prompt()).line("e0", null, prompt());
        assertThat(lines.resolved()).containsExactly("prompt human e0");
    }

    @Test
    void linesHaveTheVersionOfTheFirstOne() {
        var lines = new CopilotLines()
                .line("a", "1.0.78", new CopilotEvent.Begin(false, null))
                .line("b", null, prompt())
                .line("c", "1.0.102", prompt())
                .line("d", null, new CopilotEvent.Begin(true, null))
                .line("e", null, prompt());
        assertThat(lines.resolved())
                .containsExactly(
                        "session begin by 1.0.78",
                        "prompt human b by 1.0.78",
                        "prompt human c by 1.0.102",
                        "session begin by 1.0.102",
                        "prompt human e by 1.0.102");
    }
}
