package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorTextTest {
    @ParameterizedTest(name = "{0}: {1} is {2}")
    @CsvSource(
            delimiter = '→',
            value = {
                "Bash → zsh: command not found: jq → env-need",
                "Bash → Exit code 1 bash: line 1: jq: command not found → env-need",
                "Bash → Exit code 127 → env-need",
                "Bash → Exit code 127 bash: ./run.sh: No such file or directory → file-not-found",
                "Bash → Exit code 127 ls: x: No such file or directory; bash: jq: command not found → env-need",
                "Bash → x is not recognized as an internal or external command → env-need",
                "PowerShell → The term 'x' is not recognized as a name of a cmdlet → env-need",
                "PowerShell → Exit code 1 → command-failed",
                "powershell → Exit code 127 → env-need",
                "shell → Exit code 2 permission denied → command-failed",
                "exec_command → Exit code 2 → command-failed",
                "run_shell_command → Exit code 2 → command-failed",
                "Bash → sh: 1: jq: not found → env-need",
                "Bash → node not found in PATH → env-need",
                "Bash → ruff is not installed → env-need",
                "Bash → Exit code 1 cat: x: No such file or directory → command-failed",
                "Bash → Exit code 2 permission denied → command-failed",
                "Bash → cat: x: No such file or directory → file-not-found",
                "Bash → Command timed out after 2m → timeout",
                "Bash → gone → other",
                "Read → ruff is not installed → other",
                "Read → Exit code 1 → other",
                "apply_patch → apply_patch verification failed: invalid → edit-mismatch",
                "apply_patch → apply_patch verification failed: Failed to read file to update a: "
                        + "No such file or directory → file-not-found",
                "Edit → <tool_use_error>String to replace not found in file. → edit-mismatch",
                "Edit → Found 3 matches of the string to replace → edit-mismatch",
                "Edit → No changes to make: exactly the same → edit-mismatch",
                "Write → File has not been read yet. Read it first → not-read-first",
                "Write → File has been modified since read → stale-read",
                "Read → File content (30000 tokens) exceeds maximum allowed tokens → too-large",
                "Read → the image is too large → too-large",
                "Read → File does not exist. → file-not-found",
                "Read → Path does not exist. → file-not-found",
                "Read → EISDIR: illegal operation on a directory → file-not-found",
                "Glob → ENOENT: permission denied → file-not-found",
                "Read → Permission Denied → permission",
                "Read → EACCES → permission",
                "Read → operation NOT permitted → permission",
                "Write → Claude requested permissions, but you haven't granted it yet. → permission",
                "WebFetch → Request TIMEOUT → timeout",
                "Task → InputValidationError: x → validation",
                "Skill → Unknown skill: x → validation",
                "Task → Agent type 'x' not found → validation",
                "WebFetch → Request failed with status code 404 → network",
                "WebFetch → getaddrinfo EAI_AGAIN → network",
                "WebFetch → socket hang up → network",
                "WebFetch → the service is temporarily unavailable → network",
                "WebFetch → model is overloaded → network",
                "Task → Overloaded → network",
                "Task → OVERLOADED → other",
                "Task → API Error: 529 → network",
                "Task → API Error:529 → other",
                "mcp__db__query → timed out → timeout",
                "mcp__db__query → no such table → mcp",
                "Grep → what → other"
            })
    void theFirstPhraseOfTheTableDecides(String tool, String text, String word) {
        assertThat(ErrorText.category(tool, text.replace('"', '\'')).word()).isEqualTo(word);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"path\": Required",
                "\"path\": Expected string, received number",
                "\"mode\": Invalid enum value. Expected 'sync' | 'background', received 'timeout'",
                "Multiple validation errors:\n- \"path\": Required\n- \"view_range\": Expected array, received string",
                "failed to parse function arguments: missing field `cmd` at line 1 column 22",
                "failed to parse function arguments: invalid type: string \"timeout\", expected i32 at line 1 column 18"
            })
    void anInputThatTheToolDoesNotTakeIsInvalid(String text) {
        assertThat(ErrorText.category("bash", text)).isEqualTo(ErrorCategory.VALIDATION);
        assertThat(ErrorText.phraseCategory(text)).contains(ErrorCategory.VALIDATION);
        assertThat(ErrorText.category("bash", text, 1)).isEqualTo(ErrorCategory.COMMAND_FAILED);
        assertThat(ErrorText.category("view", "It says " + text)).isNotEqualTo(ErrorCategory.VALIDATION);
    }

    @Test
    void aMissingCommandIsNamedWithoutItsFolder() {
        assertThat(Shell.missingCommand("zsh: command not found: /opt/bin/jq")).isEqualTo("jq");
        assertThat(Shell.missingCommand("bash: line 3: rg: command not found")).isEqualTo("rg");
        assertThat(Shell.missingCommand("sh: 1: pnpm: not found")).isEqualTo("pnpm");
        assertThat(Shell.missingCommand("The term 'gti' is not recognized as a name of a cmdlet"))
                .isEqualTo("gti");
        assertThat(Shell.missingCommand("'C:\\\\bin\\\\jq.exe' is not recognized as an internal command"))
                .isEqualTo("jq.exe");
        assertThat(Shell.missingCommand("Exit code 127")).isEqualTo(Shell.UNKNOWN_COMMAND);
    }
}
