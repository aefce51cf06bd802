package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.BashCategory;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Target;
import footfall.line.ToolResult;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How outputs, end events and items say that a call ended. */
class CodexOutcomeTest {
    private static final String OTHER = "019f0000-0000-7000-8000-0000000000bb";

    private static CodexEvent.Result output(String output) {
        return result("'type':'response_item','payload':{'type':'function_call_output','call_id':'c1'" + output + "}");
    }

    private static CodexEvent.Result event(String payload) {
        return result("'type':'event_msg','payload':{" + payload + "}");
    }

    private static CodexEvent.Result ended(String item) {
        return event("'started_at_ms':1767607200500,'type':'item_completed','item':{" + item + "}");
    }

    private static CodexEvent.Result result(String fields) {
        var line = (Line.Unresolved) CodexFile.line(fields);
        return (CodexEvent.Result) ((CodexEvent) line.event()).fact();
    }

    private static CodexEvent.Result of(
            boolean isOutput, Outcome outcome, String error, int bytes, Integer exitCode, String session) {
        return of(isOutput, outcome, error, bytes, exitCode, session, null);
    }

    private static CodexEvent.Result of(
            boolean isOutput, Outcome outcome, String error, int bytes, Integer exitCode, String session, Long ranMs) {
        var result = new ToolResult("c1", outcome, error, bytes, null, exitCode, permission(outcome));
        return new CodexEvent.Result(isOutput, result, session, exitCode != null, null, null, ranMs);
    }

    private static Permission permission(Outcome outcome) {
        return outcome == Outcome.REJECTED ? Permission.USER : null;
    }

    /** A backslash and {@code n} stand for the end of a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Plan updated | OK",
                "unsupported call: x | ERROR",
                "unsupported custom tool call: apply_patch | ERROR",
                "apply_patch verification failed: Failed to find expected lines | ERROR",
                "failed to parse function arguments: x | ERROR",
                "execution error: No such file | ERROR",
                "error: no | ERROR",
                "exec_command failed: x | ERROR",
                "write_stdin failed: Unknown process id 3 | ERROR",
                "Script failed\\nWall time 0.2 seconds\\nOutput:\\n | ERROR",
                "Error: no | OK",
                "it failed | OK",
                "aborted by user | INTERRUPTED",
                "aborted by user after 3.1s | INTERRUPTED",
                "Wall time: 1.3 seconds\\naborted by user | INTERRUPTED",
                "Wall time: 1.3 seconds | OK",
                "Wall time: 1.3 seconds\\nOutput:\\nerror: no | OK",
                "approval policy is UnlessTrusted; reject command | DENIED",
                "Wall time: 0 seconds\\nexec command rejected by user | REJECTED",
                "patch rejected by user\\nmore | REJECTED",
                "more\\npatch rejected by user | OK",
                "Exit code: 3 | OK",
            })
    void withoutAnExitCodeTheFirstWordsDecide(String text, Outcome outcome) {
        var result = output(",'output':'" + text + "'").result();
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.error()).isEqualTo(outcome == Outcome.OK ? null : text.replace("\\n", "\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "approval policy is Never; reject command | DENIED | MODE",
                "writing outside of the project; rejected by user approval settings | DENIED | MODE",
                "exec_command failed for `x`: CreateProcess { message: "
                        + "\\\"Rejected(\\\\\\\"Automatic approval review failed\\\\\\\")\\\" } | DENIED | CLASSIFIER",
                "This action was rejected due to unacceptable risk.\\nReason: rejected by user | DENIED | CLASSIFIER",
                "exec_command failed for `x`: Rejected(\\\"rejected by user\\\") | REJECTED | USER",
                "aborted by user | INTERRUPTED | ",
            })
    void whatDidNotRunSaysWhoDidNotLetIt(String text, Outcome outcome, Permission permission) {
        var result = output(",'output':'" + text + "'").result();
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.permission()).isEqualTo(permission);
    }

    @ParameterizedTest
    @CsvSource({"-1073741510, -1073741510", "3221225786, -1073741510", "4294967296, -1", "99999999999999999999, -1"})
    void anExitCodeOf32BitsHasASignAndALargerOneIsAnError(String code, int expected) {
        for (var line : List.of(
                output(",'output':'Exit code: " + code + "\\nOutput:\\n'"),
                output(",'output':'{\\'output\\':\\'no\\',\\'metadata\\':{\\'exit_code\\':" + code + "}}'"))) {
            assertThat(line.result().exitCode()).isEqualTo(expected);
            assertThat(line.result().outcome()).isEqualTo(Outcome.ERROR);
        }
    }

    @Test
    void anExitCodeBeforeTheOutputDecides() {
        assertThat(output(",'output':'Exit code: 0\\nWall time: 0 seconds\\nOutput:\\nerror: said'"))
                .isEqualTo(of(true, Outcome.OK, null, 58, 0, null, 0L));
        assertThat(output(",'output':'Chunk ID: 1\\nProcess exited with code -1\\nOutput:\\n'"))
                .isEqualTo(
                        of(true, Outcome.ERROR, "Chunk ID: 1\nProcess exited with code -1\nOutput:\n", 53, -1, null));
        assertThat(output(",'output':'Chunk ID: 1\\nOutput:\\nProcess exited with code 1\\n'"))
                .isEqualTo(of(true, Outcome.OK, null, 52, null, null));
    }

    @Test
    void howLongACommandRanIsAnObjectOrIsNotSaid() {
        var ran = "'type':'exec_command_end','call_id':'c1','exit_code':0,'duration':";
        assertThat(event(ran + "{'secs':2,'nanos':500000000}").ranMs()).isEqualTo(2_500);
        assertThat(event(ran + "'2.5s'").ranMs()).isNull();
        assertThat(event(ran + "2").ranMs()).isNull();
    }

    @Test
    void aRunningCommandIsPendingAndNamesItsSession() {
        assertThat(output(",'output':'Wall time: 1.0 seconds\\nProcess running with session ID 4455\\nOutput:\\n'"))
                .isEqualTo(of(true, Outcome.PENDING, null, 73, null, "4455", 1_000L));
    }

    @Test
    void jsonStatesTheExitCodeAndTheText() {
        assertThat(output(",'output':'{\\'output\\':\\'no\\\\n\\',\\'metadata\\':{\\'exit_code\\':2}}'"))
                .isEqualTo(of(true, Outcome.ERROR, "no\n", 55, 2, null));
        assertThat(output(",'output':'{\\'output\\':\\'\\',\\'metadata\\':{\\'exit_code\\':0}}'"))
                .isEqualTo(of(true, Outcome.OK, null, 50, 0, null));
        assertThat(output(",'output':'{\\'output\\':\\'\\',\\'metadata\\':{\\'exit_code\\':1e400}}'"))
                .isEqualTo(of(true, Outcome.OK, null, 54, null, null));
    }

    @Test
    void anOutputMayBeBlocksOrAnObject() {
        assertThat(output(",'output':[{'type':'input_text','text':'Script failed'},{'type':'input_image'},"
                        + "{'text':'so'}]"))
                .isEqualTo(of(true, Outcome.ERROR, "Script failed\nso", 83, null, null));
        assertThat(output(",'output':{'content':'no','success':false}"))
                .isEqualTo(of(true, Outcome.ERROR, "no", 32, null, null));
        assertThat(output(",'output':{'success':true,'content':[{'text':'yes'}]}"))
                .isEqualTo(of(true, Outcome.OK, null, 43, null, null));
        assertThat(output("")).isEqualTo(of(true, Outcome.OK, null, 0, null, null));
        assertThat(output(",'output':null")).isEqualTo(of(true, Outcome.OK, null, 0, null, null));
        assertThat(output(",'output':7")).isEqualTo(of(true, Outcome.OK, null, 1, null, null));
    }

    @Test
    void anOutputNamesTheAgentThatItStarted() {
        assertThat(output(",'output':'{\\'agent_id\\':\\'" + OTHER + "\\',\\'nickname\\':null}'")
                        .agent())
                .isEqualTo(OTHER);
        assertThat(output(",'output':'{\\'agent_id\\':\\'my secret\\'}'").agent())
                .isNull();
        assertThat(output(",'output':'{\\'agent_id\\':\\'" + OTHER + "0\\'}'").agent())
                .isNull();
        assertThat(output(",'output':'{\\'agent_id\\':\\'" + OTHER + "\\''").agent())
                .isNull();
    }

    @Test
    void anEventReportsTheEndOfACommandOrPatch() {
        assertThat(event("'type':'exec_command_end','call_id':'c1','exit_code':0,'aggregated_output':'ok',"
                        + "'status':'completed'"))
                .isEqualTo(of(false, Outcome.OK, null, 4, 0, null));
        assertThat(event("'type':'exec_command_end','call_id':'c1','exit_code':1,'stdout':'out','stderr':'',"
                        + "'aggregated_output':''"))
                .isEqualTo(of(false, Outcome.ERROR, "out", 5, 1, null));
        assertThat(event("'type':'patch_apply_end','call_id':'c1','success':false,'stdout':'','stderr':'bad'"))
                .isEqualTo(of(false, Outcome.ERROR, "bad", 5, null, null));
        assertThat(event("'type':'patch_apply_end','call_id':'c1','success':true,'status':'declined','stdout':'o'"))
                .isEqualTo(of(false, Outcome.REJECTED, "o", 3, null, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'Ok':{'content':[{'type':'text','text':'fine'}]}} | OK |",
                "{'Ok':{'content':[{'type':'text','text':'broke'}],'isError':true}} | ERROR | broke",
                "{'Ok':{'content':[],'isError':false}} | OK |",
                "{'Err':'no server'} | ERROR | no server",
                "{'content':[{'text':'a'},{'text':'b'}],'isError':true} | ERROR | a\\nb",
            })
    void anMcpResultMayBeAnError(String result, Outcome outcome, String error) {
        var made = event("'type':'mcp_tool_call_end','call_id':'c1','result':" + result)
                .result();
        assertThat(made.outcome()).isEqualTo(outcome);
        assertThat(made.error()).isEqualTo(error == null ? null : error.replace("\\n", "\n"));
    }

    @Test
    void anItemReportsTheSame() {
        assertThat(ended("'type':'CommandExecution','id':'c1','command':['ls'],'status':'failed','exit_code':2,"
                        + "'aggregated_output':'bad'"))
                .isEqualTo(of(false, Outcome.ERROR, "bad", 5, 2, null));
        assertThat(ended("'type':'McpToolCall','id':'c1','server':'s','tool':'t','status':'failed','result':null,"
                        + "'error':{'message':'gone'}"))
                .isEqualTo(of(false, Outcome.ERROR, "gone", 18, null, null));
        assertThat(ended("'type':'ImageView','id':'c1','path':'/a.png'"))
                .isEqualTo(of(false, Outcome.OK, null, 0, null, null));
        assertThat(ended("'type':'CollabAgentToolCall','id':'c1','tool':'spawn_agent','status':'completed',"
                                + "'receiver_thread_ids':['" + OTHER + "','x']")
                        .agent())
                .isEqualTo(OTHER);
        assertThat(ended("'type':'CollabAgentToolCall','id':'c1','tool':'wait','receiver_thread_ids':['" + OTHER + "']")
                        .agent())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "{}", "{ }", "[]", "false", "null"})
    void anEmptyErrorIsNone(String error) {
        var made = event("'type':'exec_command_end','call_id':'c1','error':" + error)
                .result();
        assertThat(made.outcome()).isEqualTo(Outcome.OK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'type':'CommandExecution','command':['/bin/bash','-lc','git log'] | exec_command | git | 29",
                "'type':'FileChange','changes':{'/x/a.py':{'type':'add'}} | apply_patch | edit | 26",
                "'type':'ImageView','path':'/x/a.png' | view_image | read | 10",
                "'type':'WebSearch' | web_search | web | 0",
                "'type':'McpToolCall','server':'toy','tool':'add','arguments':{} | mcp__toy__add | mcp:toy | 2",
                "'type':'DynamicToolCall','tool':'mine','arguments':{'a':1} | mine | mine | 7",
            })
    void aCallOfAScriptIsInItsItem(String item, String tool, String intent, int bytes) {
        var nested = ended(item + ",'id':'exec-1','status':'completed'").nested();
        assertThat(nested.startedAt()).isEqualTo(Instant.parse("2026-01-05T10:00:00.500Z"));
        assertThat(nested.use().tool()).isEqualTo(tool);
        assertThat(nested.use().id()).isEqualTo("exec-1");
        assertThat(nested.use().intent()).isEqualTo(intent);
        assertThat(nested.use().inputBytes()).isEqualTo(bytes);
    }

    @Test
    void aCallOfAScriptHasItsCategoryAndFile() {
        var command = ended("'type':'CommandExecution','id':'exec-1','command':['/bin/bash','-lc','git log']");
        assertThat(command.nested().use().bashCategory()).isEqualTo(BashCategory.VERSION_CONTROL);
        var change = ended("'type':'FileChange','id':'exec-1','changes':{'/x/a.py':{'type':'add'},'/x/b.md':{}}");
        assertThat(change.nested().use().fileExtension()).isEqualTo(".py");
        assertThat(change.nested().use().target()).isEqualTo(new Target("/x/a.py", false, List.of("/x/b.md")));
    }
}
