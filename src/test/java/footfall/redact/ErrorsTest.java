package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.redact.RedactRules.ErrorDetail;
import footfall.testkit.Defaults;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text of a failed call may say; topology-docs/develop/decisions/redaction.md. */
class ErrorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WRITTEN = "{\"file_path\":\"/srv/a.py\",\"old_string\":\"the quick brown fox jumps\"}";

    private static String call(String tool, String input) {
        return "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\""
                + tool + "\",\"input\":" + input + "}]}}";
    }

    private static String result(String text) {
        return "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\","
                + "\"is_error\":true,\"content\":\"" + text + "\"}]}}";
    }

    /** The result without its call and its size. */
    private static String said(RedactorFixture fixture, String text) {
        try {
            var result =
                    (ObjectNode) JSON.readTree(fixture.ofJson(result(text))).at("/events/0/results/0");
            result.remove(List.of("tool_use_id", "result_bytes"));
            return JSON.writeValueAsString(result).replace('"', '\'');
        } catch (JsonProcessingException bug) {
            throw new AssertionError(bug);
        }
    }

    private static String said(String tool, String input, String text) {
        return said(fixture(Defaults.REDACT, tool, input), text);
    }

    private static RedactorFixture fixture(RedactRules rules, String tool, String input) {
        var fixture = new RedactorFixture(rules, RedactorFixture.SOURCE);
        fixture.ofJson(call(tool, input));
        return fixture;
    }

    @Test
    void aShellSaysItsExitCodeAndTheMissingCommand() {
        assertThat(said("Bash", "{}", "Exit code 1\\nFAIL jane_test.go: 3 tests"))
                .isEqualTo("{'outcome':'error','error':'Exit code 1','verdict':{'category':'command-failed'}}");
        assertThat(said("Bash", "{}", "Exit code 127\\nbash: line 1: foo: command not found"))
                .isEqualTo("{'outcome':'error','error':'Exit code 127\\ncommand not found: foo',"
                        + "'verdict':{'category':'env-need','subject':'foo'}}");
        assertThat(said("Bash", "{}", "/bin/sh: 1: x: not found"))
                .contains("'error':'command not found: x'", "'category':'env-need','subject':'x'");
        assertThat(said("Bash", "{}", "Error: chrome is not installed at jane's"))
                .contains("'error':'chrome not installed'", "'category':'env-need','subject':'chrome'");
        assertThat(said("Bash", "{}", "Exit code 127\\nsecret"))
                .contains("'error':'Exit code 127'", "'category':'env-need','subject':'?'");
        assertThat(said("Bash", "{}", "rm: /srv/x: Permission denied"))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'permission'}}");
    }

    @Test
    void theEndOfAWordIsNoMissingCommand() {
        for (var word : List.of("$'\\\\r'", "$'python3\\\\r'")) {
            assertThat(said("Bash", "{}", "./x.sh: line 2: " + word + ": command not found"))
                    .contains("'error':'command not found'", "'subject':'? line-ends'");
        }
        assertThat(said("Bash", "{}", "./x.sh: line 2: é.sh: command not found"))
                .contains("'error':'command not found'", "'subject':'?'");
    }

    @Test
    void aMissingCommandThatLooksLikeASecretIsNotNamed() {
        assertThat(said("Bash", "{}", "bash: ghp_abcdefghijklmnopqrstuvwxyz: command not found"))
                .contains("'error':'command not found'", "'subject':'?'");
    }

    @Test
    void anInputOfAnyNumbersAndKeysIsHeldAgainstItsError() {
        var number = "1".repeat(1_500);
        assertThat(said("Edit", "{\"n\":" + number + "}", "File does not exist. " + number))
                .contains("'error':'File does not exist. ‹…›'");
        var key = "k".repeat(60_000);
        assertThat(said("Edit", "{\"" + key + "\":1}", "File does not exist. " + key.substring(0, 30)))
                .contains("'error':'File does not exist. ‹…›'");
    }

    @Test
    void aFirstLineThatSaysWhatIsWrongLeavesInKnownWords() {
        assertThat(said("Edit", WRITTEN, "<tool_use_error>String to replace not found in file.\\nString: hidden"))
                .isEqualTo("{'outcome':'error','error':'String to replace not found in file.',"
                        + "'verdict':{'category':'edit-mismatch'}}");
        assertThat(said("Read", "{}", "File content (806.5KB) exceeds maximum allowed size (256KB).</tool_use_error>"))
                .contains("'error':'File content (806.5KB) exceeds maximum allowed size (256KB).'");
        assertThat(said("mcp__jira__find", "{}", "ECONNREFUSED: jira.intern refused Jane Doe's request"))
                .contains("'outcome':'error','error':'ECONNREFUSED: ‹…› refused ‹…› request',"
                        + "'verdict':{'category':'network'}")
                .doesNotContain("intern");
    }

    /** As Gemini CLI 0.61.0 and OpenCode 1.18.33 write them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            edit-mismatch  | Could not find an exact match for 'old_string' in '/reef/a'. If previous edits modified \
            | Could not find an exact match for '‹…›' in '‹…›'. If previous edits modified
            edit-mismatch  | Failed to edit, Expected 1 occurrence but found 3 for old_string in file: /reef/a \
            | Failed to edit, Expected 1 occurrence but found 3 for old_string in file: <path>
            edit-mismatch  | Could not find oldString in the file. It must match exactly, including whitespace \
            | Could not find oldString in the file. It must match exactly, including whitespace
            edit-mismatch  | Found multiple matches for oldString. Provide more surrounding context to make it unique. \
            | Found multiple matches for oldString. Provide more surrounding context to make it unique.
            unknown-tool   | Tool "teleport" not found. Did you mean one of: "glob"? \
            | Tool "‹…›" not found. Did you mean one of: "‹…›"?
            unknown-tool   | The arguments provided to the tool are invalid: Model tried to call unavailable tool 'x'. \
            | The arguments provided to the tool are invalid: Model tried to call unavailable tool '‹…›'.
            validation     | The read tool was called with invalid arguments: Jane. \
            | The read tool was called with invalid arguments: ‹…›
            validation     | params must have required property 'jane' \
            | params must have required property '‹…›'
            validation     | The 'file_path' parameter must be non-empty. \
            | The '‹…›' parameter must be non-empty.
            file-not-found | Path is a directory, not a file: /reef/jane \
            | Path is a directory, not a file: <path>
            permission     | Path not in workspace: Attempted path "/jane" resolves outside \
            | Path not in workspace: ‹…› path "‹…›" ‹…› outside
            too-large      | File size exceeds the 20MB limit: /reef/jane (21.00MB) \
            | File size exceeds the 20MB limit: <path> (21.00MB)
            """)
    void whatOtherProgramsSayLeavesInTheirWords(String category, String text, String leaves) {
        assertThat(said("x", "{}", text.replace("\"", "\\\"")).replace("\\'", "\""))
                .contains("'error':'" + leaves + "'", "'category':'" + category + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Operation Cancelled] Reason: User denied execution.",
                "Tool execution denied by policy.",
                "Tool execution blocked: ",
                "The user rejected permission to use this specific tool call",
                "The user has specified a rule which prevents you"
            })
    void theFixedWordsOfARefusalLeave(String words) {
        assertThat(said("x", "{}", words + " jane")).contains("'error':'" + words + "'");
    }

    @Test
    void pathsQuotedTextAndTheInputsOwnWordsAreMasked() {
        assertThat(said("Read", "{}", "ENOENT: no such file or directory, open '/srv/my file.txt'"))
                .contains("'error':'ENOENT: no such file or directory, open '‹…›''");
        assertThat(said("Read", "{}", "File does not exist: ~/plans/secret.md, C:\\\\Users\\\\jane"))
                .contains("'error':'File does not exist: <path>, <path>'");
        assertThat(said("Task", "{}", "Agent type 'jane doe' not found. Available agents: mine, yours"))
                .contains("'error':'Agent type '‹…›' not found. Available agents: ‹…›'");
        assertThat(said(
                        "Edit",
                        "{\"a\":\"only one file at a time please\"}",
                        "too large: Only one file at a time, please"))
                .contains("'error':'too large: ‹…›, please'");
        assertThat(said("Edit", "{}", "too large: code 4111 1111 1111 2222"))
                .contains("'error':'too large: code 4111 ‹…›'");
    }

    @Test
    void whatDoesNotSayWhatIsWrongIsTheEmptyText() {
        assertThat(said("Edit", "{}", "please add transformer.js too first"))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'other'}}");
        assertThat(said("Edit", "{}", "please wait\\nFile does not exist"))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'file-not-found'}}");
        assertThat(said("Edit", "{}", "say 'timeout' to Jane"))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'timeout'}}");
        assertThat(said("Edit", "{}", "timeout " + "x ".repeat(1_000)))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'timeout'}}");
    }

    @Test
    void aFirstLineIsCutBetweenWords() {
        assertThat(said("Edit", "{}", "timeout" + " again".repeat(50)))
                .contains("'error':'timeout" + " again".repeat(32) + "'");
    }

    @Test
    void aRejectionSaysNoMoreThanThat() {
        for (var detail : List.of(ErrorDetail.SUMMARY, ErrorDetail.MESSAGE)) {
            var rules = Defaults.REDACT.with(detail);
            assertThat(said(fixture(rules, "Edit", "{}"), "The user doesn't want to proceed. The user said: no, Jane"))
                    .isEqualTo("{'outcome':'rejected','error':'The user doesn't want to','permission':'user'}");
            assertThat(said(fixture(rules, "Edit", "{}"), "<tool_use_error>Sibling tool call errored</tool_use_error>"))
                    .isEqualTo("{'outcome':'cancelled','error':'Sibling tool call errored'}");
        }
    }

    @Test
    void withoutItsCallOnlyExitCodeAndCategoryLeave() {
        assertThat(said(new RedactorFixture(), "Exit code 127\\nfoo: command not found"))
                .isEqualTo("{'outcome':'error','error':'Exit code 127','verdict':{'category':'env-need'}}");
        assertThat(said(new RedactorFixture(), "File does not exist."))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'file-not-found'}}");
        assertThat(said(new RedactorFixture(), "Jane: no")).isEqualTo("{'outcome':'error','error':''}");
    }

    @Test
    void aCallWhoseInputIsTooLongToKeepGivesOnlyTheCategory() {
        var rules =
                new RedactRules(ErrorDetail.SUMMARY, Identity.Rules.DEFAULTS, new OpenCalls.Limits(9, 10, 100), null);
        assertThat(said(fixture(rules, "Edit", "{\"a\":\"longer\"}"), "String to replace not found in file."))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'edit-mismatch'}}");
    }

    @Test
    void theTextOfAListIsReadLikeAnother() {
        var fixture = fixture(Defaults.REDACT, "Edit", "{}");
        var raw = result("x").replace("\"content\":\"x\"", "\"content\":[{\"type\":\"text\",\"text\":\"timeout\"}]");
        assertThat(fixture.ofJson(raw)).contains("\"error\":\"timeout\"");
        assertThat(fixture.ofJson(raw)).contains("\"error\":\"\"");
    }

    @Test
    void offSendsTheCategoryAlone() {
        var rules = Defaults.REDACT.with(ErrorDetail.OFF);
        assertThat(said(fixture(rules, "Edit", "{}"), "File does not exist."))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'file-not-found'}}");
    }

    @Test
    void offDoesNotNameTheMissingCommand() {
        var rules = Defaults.REDACT.with(ErrorDetail.OFF);
        assertThat(said(fixture(rules, "Bash", "{}"), "Exit code 127\\nbash: acme-tool: command not found"))
                .isEqualTo("{'outcome':'error','error':'','verdict':{'category':'env-need'}}");
    }

    @Test
    void aFailureOfAnotherShellLeavesLikeThatOfBash() {
        assertThat(said("PowerShell", "{}", "Exit code 1\\nThe term 'gti' is not recognized as a name"))
                .isEqualTo("{'outcome':'error','error':'Exit code 1\\ngti is not recognized as',"
                        + "'verdict':{'category':'env-need','subject':'gti'}}");
        assertThat(said("Bash", "{}", "Exit code 127\\nbash: ./jane.sh: No such file or directory"))
                .isEqualTo("{'outcome':'error','error':'Exit code 127',"
                        + "'verdict':{'category':'file-not-found','subject':'no-file'}}");
        assertThat(said("WebFetch", "{}", "the service is temporarily unavailable"))
                .contains("'error':'the service is temporarily unavailable'", "'category':'network'");
    }

    @Test
    void aMessageIsCutAndItsSecretsAreMasked() {
        var rules = Defaults.REDACT.with(ErrorDetail.MESSAGE);
        assertThat(said(fixture(rules, "Bash", "{}"), "Exit code 1\\nurl https://jane:pw@host/ sk-" + "a".repeat(20)))
                .contains("'error':'Exit code 1\\nurl https://<secret>@host/ <secret>'");
        assertThat(said(
                        fixture(rules, "Bash", "{}"),
                        "password = hunter22, AKIAABCDEFGHIJKLMNOP and Bearer abcdefgh12"))
                .contains("'error':'password = <secret>, <secret> and Bearer <secret>'");
        assertThat(said(fixture(rules, "Bash", "{}"), "é".repeat(600))).contains("'error':'" + "é".repeat(500) + "'");
    }
}
