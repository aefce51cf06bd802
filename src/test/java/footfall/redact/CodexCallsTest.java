package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Dialects;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Defaults;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which call a result of a Codex rollout completes: what leaves of its error depends on the call. */
class CodexCallsTest {
    private static final Source SOURCE =
            Source.file(new SessionId(NoContentLeavesTest.CODEX_THREAD), null).in(Dialects.of("codex"));

    private final RedactorFixture fixture = new RedactorFixture(Defaults.REDACT, SOURCE);

    @BeforeEach
    void begins() {
        fixture.of("{'type':'session_meta','payload':{'id':'" + NoContentLeavesTest.CODEX_THREAD + "'}}");
    }

    private String item(String fields) {
        return fixture.of("{'type':'response_item','payload':{" + fields + "}}");
    }

    private void call(String id, String tool, String input) {
        item("'type':'function_call','call_id':'" + id + "','name':'" + tool + "','arguments':'" + input + "'");
    }

    private String output(String id, String text) {
        return item("'type':'function_call_output','call_id':'" + id + "','output':'" + text + "'");
    }

    @Test
    void aFailedCommandSaysItsExitCodeAndTheMissingCommand() {
        call("c1", "exec_command", "{}");
        assertThat(output("c1", "Process exited with code 127\\nOutput:\\nbash: rg: command not found"))
                .contains("\"error\":\"Exit code 127\\ncommand not found: rg\"");
        assertThat(fixture.redactor().isCallOpen()).isFalse();
    }

    @Test
    void aRunningCommandIsOpenUntilAPollSeesItsExit() {
        call("c1", "exec_command", "{}");
        assertThat(output("c1", "Process running with session ID 62626\\nOutput:\\n"))
                .contains("\"outcome\":\"pending\"")
                .doesNotContain("62626");
        call("c2", "write_stdin", "{\\'session_id\\':62626}");
        fixture.restart();
        assertThat(output("c2", "Process exited with code 127\\nOutput:\\nbash: rg: command not found"))
                .contains("\"tool_use_id\":\"c1\"", "\"error\":\"Exit code 127\\ncommand not found: rg\"")
                .contains("{\"tool_use_id\":\"c2\",\"outcome\":\"ok\"");
        assertThat(fixture.redactor().isCallOpen()).isFalse();
    }

    @Test
    void theCallOfAScriptIsInTheLineOfItsResult() {
        item("'type':'custom_tool_call','name':'exec','call_id':'x1','input':'1'");
        assertThat(fixture.of(
                        "{'type':'event_msg','payload':{'type':'item_completed','item':{'type':'CommandExecution',"
                                + "'id':'exec-1','command':['rg'],'status':'failed','exit_code':127,"
                                + "'aggregated_output':'bash: rg: command not found'}}}"))
                .contains("\"batch\":\"x1\"", "\"error\":\"Exit code 127\\ncommand not found: rg\"");
        assertThat(fixture.redactor().isCallOpen()).isTrue();
        assertThat(output("x1", "done")).contains("\"kind\":\"script_ended\"");
        assertThat(fixture.redactor().isCallOpen()).isFalse();
    }

    @Test
    void whatIsNoIdOfASubagentIsNone() {
        call("c1", "spawn_agent", "{}");
        assertThat(output("c1", "{\\'agent_id\\':\\'words of a person\\'}")).doesNotContain("linked_agent", "person");
    }
}
