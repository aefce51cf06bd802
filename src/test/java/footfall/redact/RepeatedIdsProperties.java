package footfall.redact;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Calls of few IDs, so that a turn has several with the same one: a redacted failure has the category of the call that
 * the turn completes.
 */
class RepeatedIdsProperties {
    private static final int LINES = 40;

    @Property(tries = 100)
    void claudeTurnsStay(@ForAll long seed) {
        assertTurnsStay("claude", new ClaudeTalk(new Random(seed)));
    }

    @Property(tries = 100)
    void qbitTurnsStay(@ForAll long seed) {
        assertTurnsStay("qbit", new QbitTalk(new Random(seed)));
    }

    @Property(tries = 100)
    void codexTurnsStay(@ForAll long seed) {
        assertTurnsStay("codex", new CodexTalk(new Random(seed)));
    }

    @Property(tries = 100)
    void copilotTurnsStay(@ForAll long seed) {
        assertTurnsStay("copilot", new CopilotTalk(new Random(seed)));
    }

    private static void assertTurnsStay(String dialect, Talk talk) {
        var lines = bytes(talk);
        for (var rules : RedactionLaw.RULES) {
            new RedactionLaw(dialect, rules).assertTurnsStay(lines);
        }
        new RedactionLaw(dialect).assertTurnsStayAfterRestarts(lines);
    }

    private static List<byte[]> bytes(Talk talk) {
        return talk.lines().stream()
                .map(line -> line.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** Random lines of a file; single quotes stand for double ones. */
    private abstract static class Talk {
        /** To a shell, each is a failed command. */
        private static final List<String> ERRORS = List.of(
                "Exit code 1\\nno",
                "Exit code 127\\nsh: rg: command not found",
                "permission denied",
                "Exit code 2\\nFile does not exist",
                "what");

        final Random random;

        Talk(Random random) {
            this.random = random;
        }

        List<String> lines() {
            var lines = new ArrayList<String>();
            for (int i = 0; i < LINES; i++) {
                lines.add(line(i));
            }
            return lines;
        }

        abstract String line(int number);

        String pick(String... of) {
            return of[random.nextInt(of.length)];
        }

        String id() {
            return "t" + random.nextInt(3);
        }

        String error() {
            return ERRORS.get(random.nextInt(ERRORS.size()));
        }
    }

    private static final class ClaudeTalk extends Talk {
        ClaudeTalk(Random random) {
            super(random);
        }

        @Override
        String line(int number) {
            return switch (random.nextInt(12)) {
                case 0, 1 -> user("'content':'go'");
                case 2 -> user("'content':'[Request interrupted by user]'");
                case 3 -> "{'type':'system','subtype':'" + pick("stop_hook_summary", "turn_duration") + "'," + trail();
                case 4 -> assistant(number, "{'type':'text','text':'.'}");
                case 5, 6, 7 -> assistant(number, call());
                case 8 -> assistant(number, call() + "," + call());
                default -> user("'content':[" + result() + pick("", "," + result()) + "]");
            };
        }

        private String trail() {
            return pick(
                    "'sessionId':'s'}",
                    "'sessionId':'s'}",
                    "'sessionId':'s','isSidechain':true,'agentId':'a'}",
                    "'sessionId':'s2'}");
        }

        private String user(String content) {
            return "{'type':'user','message':{'role':'user'," + content + "}," + trail();
        }

        private String assistant(int number, String content) {
            return "{'type':'assistant','message':{'id':'m" + number + "','content':[" + content + "]}," + trail();
        }

        private String call() {
            return "{'type':'tool_use','id':'" + id() + "','name':'" + pick("Bash", "Edit", "mcp__sea__find")
                    + "','input':{'file_path':'a.py'}}";
        }

        private String result() {
            return "{'type':'tool_result','tool_use_id':'" + id() + "','is_error':" + pick("true", "true", "false")
                    + ",'content':'" + error() + "'}";
        }
    }

    private static final class QbitTalk extends Talk {
        QbitTalk(Random random) {
            super(random);
        }

        @Override
        String line(int number) {
            return switch (random.nextInt(9)) {
                case 0 -> "{'type':'user_message','content':'go'}";
                case 1 -> "{'type':'completed','duration_ms':5}";
                case 2 -> "{'type':'error'}";
                case 3, 4, 5 ->
                    "{'type':'tool_request','tool_name':'" + pick("Bash", "edit_file") + "','request_id':'" + id()
                            + "','args':{'x':1}}";
                default ->
                    "{'type':'" + pick("tool_result", "tool_result", "tool_denied") + "','request_id':'" + id()
                            + "','success':" + pick("false", "false", "true") + ",'result':'" + error() + "'}";
            };
        }
    }

    private static final class CodexTalk extends Talk {
        CodexTalk(Random random) {
            super(random);
        }

        @Override
        List<String> lines() {
            var lines = new ArrayList<String>();
            lines.add("{'timestamp':'2026-01-05T10:00:00.000Z','type':'session_meta','payload':{'id':'"
                    + NoContentLeavesTest.CODEX_THREAD + "','cwd':'/w/shop'"
                    + pick("", ",'subagent_history_start_ordinal':20") + "}}");
            lines.addAll(super.lines());
            return lines;
        }

        @Override
        String line(int number) {
            return "{'timestamp':'2026-01-05T10:00:01.000Z','ordinal':" + number + "," + body();
        }

        private String body() {
            return switch (random.nextInt(17)) {
                case 0, 1 -> event("'type':'user_message','message':'go'");
                case 2 -> event("'type':'turn_aborted','turn_id':'k'");
                case 3 -> event("'type':'task_started','turn_id':'k'");
                case 4 -> event("'type':'task_complete','turn_id':'k'");
                case 5 -> response("'type':'message','role':'assistant','content':[]");
                case 6 -> response("'type':'custom_tool_call','name':'exec','input':'1','call_id':'" + id() + "'");
                case 7 -> event("'type':'item_completed','item':" + nested());
                case 8, 9, 10 -> response("'type':'function_call','call_id':'" + id() + "'," + called());
                case 11 ->
                    event("'type':'exec_command_end','exit_code':1,'stderr':'" + error() + "','call_id':'" + id()
                            + "'");
                case 12 -> response("'type':'agent_message','id':'u','content':[{'type':'input_text','text':'go'}]");
                default ->
                    response("'type':'function_call_output','call_id':'" + id() + "','output':'" + output() + "'");
            };
        }

        private String nested() {
            return "{'type':'CommandExecution','id':'" + id() + "','command':['ls'],'status':'"
                    + pick("completed", "failed") + "','exit_code':1,'aggregated_output':'" + error() + "'}";
        }

        private String called() {
            return pick(
                    "'name':'exec_command','arguments':'{}'",
                    "'name':'apply_patch','arguments':'{}'",
                    "'name':'mcp__sea__find','arguments':'{}'",
                    "'name':'write_stdin','arguments':'{\\\\'session_id\\\\':7}'");
        }

        private String output() {
            return pick(
                    "Process running with session ID 7\\nOutput:\\n",
                    "Process exited with code 1\\nOutput:\\n" + error(),
                    "failed: " + error(),
                    "failed: " + error());
        }

        private String event(String payload) {
            return "'type':'event_msg','payload':{" + payload + thread() + "}}";
        }

        private String response(String payload) {
            return "'type':'response_item','payload':{" + payload + "}}";
        }

        private String thread() {
            return pick("", "", ",'thread_id':'019e2f00-0000-7000-8000-000000000009'");
        }
    }

    private static final class CopilotTalk extends Talk {
        CopilotTalk(Random random) {
            super(random);
        }

        @Override
        List<String> lines() {
            var lines = new ArrayList<String>();
            lines.add("{'type':'session.start','data':{'sessionId':'s','version':1},'id':'e'}");
            lines.addAll(super.lines());
            return lines;
        }

        @Override
        String line(int number) {
            int event = random.nextInt(10) == 0 ? Math.max(0, number - 3) : number; // Now and then one is repeated.
            return body() + ",'id':'e" + event + "'" + pick("", "", ",'agentId':'a'") + "}";
        }

        private String body() {
            return switch (random.nextInt(13)) {
                case 0, 1 -> data("user.message", "'content':'go'" + pick("", ",'delivery':'queued'"));
                case 2 -> data("abort", "");
                case 3 -> data(pick("assistant.turn_start", "assistant.turn_end"), "");
                case 4 -> data("assistant.message", "'messageId':'m','content':'.','toolRequests':[]");
                case 5 -> data("hook.start", "'hookType':'agentStop'");
                case 6 ->
                    data("hook.end", "'hookType':'agentStop','output':{'decision':'" + pick("allow", "block") + "'}");
                case 7, 8, 9 ->
                    data(
                            "assistant.message",
                            "'messageId':'m','toolRequests':[" + call() + pick("", "," + call()) + "]");
                default ->
                    data(
                            "tool.execution_complete",
                            "'toolCallId':'" + id() + "','success':" + pick("true", "false", "false")
                                    + ",'error':{'message':'" + error() + "'},'result':{'content':'" + error() + "'}");
            };
        }

        private static String data(String type, String data) {
            return "{'type':'" + type + "','data':{" + data + "}";
        }

        private String call() {
            return "{'toolCallId':'" + id() + "','name':'" + pick("bash", "edit") + "','arguments':{'x':1}}";
        }
    }
}
