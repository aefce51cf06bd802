package footfall.reader.codex;

import static footfall.reader.codex.CodexLines.call;
import static footfall.reader.codex.CodexLines.count;
import static footfall.reader.codex.CodexLines.item;
import static footfall.reader.codex.CodexLines.nested;
import static footfall.reader.codex.CodexLines.output;
import static footfall.reader.codex.CodexLines.poll;
import static footfall.reader.codex.CodexLines.prompt;
import static footfall.reader.codex.CodexLines.result;
import static footfall.reader.codex.CodexLines.running;
import static footfall.reader.codex.CodexLines.script;
import static footfall.reader.codex.CodexLines.use;
import static footfall.reader.codex.CodexLines.work;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodexResolverCallsTest {
    private static List<String> resolved(CodexEvent.Fact... facts) {
        return new CodexLines().of(facts).resolved();
    }

    @Test
    void aGroupOfCallsEndsAtOutputsAndNewCounts() {
        assertThat(resolved(
                        new CodexEvent.Context("gpt", true),
                        call("a"),
                        work(),
                        call("b"),
                        item("a", Outcome.OK),
                        call("c"),
                        output("b", Outcome.ERROR),
                        call("d"),
                        count(1, "1"),
                        call("e"),
                        count(1, "1"),
                        new CodexEvent.Work(true),
                        count(1, "2"),
                        count(1, "3")))
                .containsExactly(
                        "assistant g0 gpt exec_command a",
                        "assistant g0 gpt",
                        "assistant g0 gpt exec_command b",
                        "result a ok",
                        "assistant g0 gpt exec_command c",
                        "result b error bad",
                        "assistant g1 gpt exec_command d",
                        "tokens g1 gpt 1 tokens",
                        "assistant g2 gpt exec_command e",
                        "assistant g2 gpt end_turn",
                        "tokens g2 gpt 1 tokens",
                        "tokens gpt 1 tokens");
    }

    @Test
    void aCallWithoutOutputIsDoneAtOnce() {
        var search = new CodexEvent.Call(use(null, "web_search"), null, false, result(null, Outcome.OK), false);
        assertThat(resolved(search))
                .containsExactly("assistant g0", "script call g0 web_search 2026-01-05T10:00:00Z ok");
    }

    @Test
    void aPollThatReportsAnExitCompletesTheFirstCall() {
        assertThat(resolved(
                        call("a"),
                        running("a", "7"),
                        poll("p", "7"),
                        running("p", "7"),
                        poll("q", "7"),
                        output("q", Outcome.ERROR)))
                .containsExactly(
                        "assistant g0 exec_command a",
                        "result a pending",
                        "assistant g1 write_stdin p",
                        "result p ok",
                        "assistant g2 write_stdin q",
                        "result a error bad",
                        "result q ok");
    }

    @Test
    void aPollOfNoCommandOfTheTurnStandsForItself() {
        var failed = new CodexEvent.Result(true, result("p", Outcome.ERROR), null, false, null, null, null);
        assertThat(new CodexLines()
                        .of(call("a"), running("a", "7"), poll("p", "7"))
                        .then()
                        .of(failed, poll("q", "7"), output("q", Outcome.OK))
                        .resolved())
                .as("a failed poll leaves the command open")
                .containsExactly("result p error bad", "assistant g2 write_stdin q", "result a ok", "result q ok");
        assertThat(new CodexLines()
                        .of(call("a"), running("a", "7"), prompt(), poll("p", "7"))
                        .then()
                        .of(output("p", Outcome.ERROR))
                        .resolved())
                .as("the command is of an earlier turn")
                .containsExactly("result p error bad");
    }

    @Test
    void theCallsOfAScriptReplaceIt() {
        assertThat(resolved(nested("x0"), script("s"), nested("x1"), nested("x2"), output("s", Outcome.OK)))
                .containsExactly(
                        "assistant g0 exec s",
                        "script call s exec_command 2026-01-05T09:59:00Z x1 ok",
                        "script call s exec_command 2026-01-05T09:59:00Z x2 ok",
                        "script end s");
        assertThat(resolved(script("s"), output("s", Outcome.OK), nested("x1")))
                .containsExactly(
                        "assistant g0 exec s", "result s ok", "script call exec_command 2026-01-05T09:59:00Z x1 ok");
        assertThat(resolved(script("s"), script("r"), nested("x1"), output("r", Outcome.ERROR), nested("x2")))
                .as("a failed script stays; calls belong to the latest without output")
                .containsExactly(
                        "assistant g0 exec s",
                        "assistant g0 exec r",
                        "script call r exec_command 2026-01-05T09:59:00Z x1 ok",
                        "result r error bad",
                        "script call s exec_command 2026-01-05T09:59:00Z x2 ok");
    }

    @Test
    void subagentsAreLinkedToTheirCalls() {
        var spawned = new CodexEvent.Result(true, result("a", Outcome.OK), null, false, "kid", null, null);
        assertThat(resolved(call("a"), new CodexEvent.AgentStart("a", "kid"), spawned, new CodexEvent.Compaction()))
                .containsExactly("assistant g0 exec_command a", "link a kid", "result a ok kid", "compaction");
    }
}
