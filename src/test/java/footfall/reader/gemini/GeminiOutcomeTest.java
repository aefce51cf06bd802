package footfall.reader.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.ToolResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeminiOutcomeTest {
    private static ToolResult result(String text) {
        return GeminiOutcome.of(GeminiOutcome.SHELL, "success", text, null).result("c1", text, text.length());
    }

    @Test
    void theErrorOfACommandIsItsOutputWithoutTheWordsOfTheProgram() {
        var missing = result("<untrusted_context>\nOutput: sh: 1: rg: not found\nmore\nExit Code: 127\n"
                + "Process Group PGID: 26705\n</untrusted_context>");
        assertThat(missing.error()).isEqualTo("sh: 1: rg: not found\nmore");
        assertThat(missing.exitCode()).isEqualTo(127);
        assertThat(result("Output: no\nExit Code: 3").error()).isEqualTo("no");
    }

    /** As older versions write it. */
    @Test
    void theErrorOfACommandIsItsOutputWithoutTheCommandBeforeIt() {
        var before = "Command: printf 'a\nb'\nDirectory: (root)\nOutput: ";
        assertThat(result(before + "no such\nfile\nError: (none)\nExit Code: 2\nSignal: 0\nBackground PIDs: (none)\n"
                                + "Process Group PGID: 7")
                        .error())
                .isEqualTo("no such\nfile");
        assertThat(result(before + "x\nError: spawn sh\nExit Code: 1\nSignal: (none)")
                        .error())
                .isEqualTo("x\nError: spawn sh");
        assertThat(result("Command: I said\nno\nExit Code: 2").error()).isEqualTo("Command: I said\nno");
    }

    @Test
    void aCommandThatASignalEndedFailed() {
        var killed = result("Output: (empty)\nSignal: 9\nProcess Group PGID: 26705");
        assertThat(killed.error()).isEqualTo("(empty)");
        assertThat(killed.verdict().category()).isEqualTo(ErrorCategory.COMMAND_FAILED);
    }

    @Test
    void aCommandThatTheUserStoppedOverAcpSaysSoWithoutTheTagAroundIt() {
        var stopped = "Command was cancelled by user before it could complete.";
        assertThat(result("<untrusted_context>\n" + stopped + "\n</untrusted_context>"))
                .extracting(ToolResult::outcome, ToolResult::error)
                .containsExactly(Outcome.INTERRUPTED, stopped);
    }

    /** A command may print what another program says of a call. */
    @Test
    void theOutputOfACommandRefusesNothing() {
        for (var said :
                List.of("User rejected tool use", "x operation blocked by hook: y", "Tool execution blocked: z")) {
            assertThat(result("Output: " + said).outcome()).isEqualTo(Outcome.OK);
            assertThat(result("Command: echo " + said + "\nDirectory: (root)\nOutput: " + said)
                            .outcome())
                    .isEqualTo(Outcome.OK);
        }
    }

    @Test
    void anOutputOfManyEmptyLinesIsReadInOnePass() {
        var lines = "a" + "\n".repeat(2_000_000) + "b";
        assertThat(result("Output: " + lines + "\nExit Code: 3\n").exitCode()).isEqualTo(3);
        assertThat(result("Output: " + lines).exitCode()).isNull();
    }

    /** In the terminal, and over the protocol of editors (0.61.0). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Tool \"no_such_tool\" not found. Did you mean one of: \"glob\"?",
                "Tool \"no_such_tool\" not found in registry."
            })
    void aToolThatDoesNotExistIsUnknown(String text) {
        var failed = GeminiOutcome.of("no_such_tool", "error", text, null).result("c1", text, text.length());
        assertThat(failed.category("no_such_tool")).isEqualTo(ErrorCategory.UNKNOWN_TOOL);
    }
}
