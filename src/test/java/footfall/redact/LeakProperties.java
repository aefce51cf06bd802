package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Transcripts with a canary in every field that can hold content: none leaves, and what leaves means the
 * same. Names that may leave (ids, tools, models, versions, file extensions, missing commands) hold none.
 */
class LeakProperties {
    private static final String CANARY = "Canary7Yellow";

    @Property(tries = 80)
    void noCanaryLeavesAndEveryLineMeansTheSame(@ForAll long seed) {
        for (var detail : List.of(RedactRules.ErrorDetail.SUMMARY, RedactRules.ErrorDetail.OFF)) {
            var sent = new RedactorFixture(Defaults.REDACT.with(detail), RedactorFixture.SOURCE)
                    .of(new Talk(seed).lines(40));
            for (var line : sent) {
                assertThat(line.toLowerCase()).doesNotContain("canary", "yellow");
            }
        }
    }

    @Property(tries = 25)
    void redactionIsTheSameEachTime(@ForAll long seed) {
        var lines = new Talk(seed).lines(40);
        assertThat(new RedactorFixture().of(lines)).isEqualTo(new RedactorFixture().of(lines));
    }

    @Property(tries = 25)
    void wholeMessagesOfErrorsDoNotChangeWhatLinesMean(@ForAll long seed) {
        var rules = Defaults.REDACT.with(RedactRules.ErrorDetail.MESSAGE);
        assertThat(new RedactorFixture(rules, RedactorFixture.SOURCE).of(new Talk(seed).lines(40)))
                .isNotNull();
    }

    /** Lines of a transcript that nobody ever wrote. */
    private static final class Talk {
        private static final List<String> TOOLS = List.of(
                "Bash",
                "Read",
                "Write",
                "Edit",
                "MultiEdit",
                "NotebookEdit",
                "Grep",
                "Glob",
                "Task",
                "Agent",
                "Skill",
                "WebFetch",
                "WebSearch",
                "TodoWrite",
                "ExitPlanMode",
                "SlashCommand",
                "ListMcpResourcesTool",
                "ReadMcpResourceTool",
                "AskUserQuestion",
                "mcp__jira__find",
                "BashOutput");
        private static final List<String> PHRASES = List.of(
                "String to replace not found",
                "File does not exist",
                "timed out",
                "too large",
                "has not been read yet",
                "InputValidationError: ",
                "Agent type '",
                "status code 404",
                "permission denied",
                "Exit code 1\n",
                "Exit code 127\n",
                "<tool_use_error>ENOENT: ",
                "The user doesn't want to",
                "User rejected tool use",
                "Sibling tool call errored",
                "Cancelled: parallel tool call",
                "[Request interrupted by user",
                "",
                "Error: ",
                "<tool_use_error>",
                "not installed\n",
                "modified since read. ",
                "haven't granted it. ");

        private final Random random;
        private final List<String> open = new ArrayList<>();
        private String input = "";

        Talk(long seed) {
            random = new Random(seed);
        }

        List<String> lines(int count) {
            var lines = new ArrayList<String>();
            for (int i = 0; i < count; i++) {
                lines.add(line(i));
            }
            return lines;
        }

        private String line(int i) {
            return switch (random.nextInt(15)) {
                case 0 -> object(envelope("user", i), "'content':" + content());
                case 1 ->
                    object(
                            envelope("user", i),
                            flag(),
                            "'message':{'role':'user','content':" + content() + "," + unknown() + "}");
                case 2, 3, 4 -> object(envelope("assistant", i), flag(), forkedFrom(), "'message':" + message(i));
                case 5, 6, 7 ->
                    object(
                            envelope("user", i),
                            flag(),
                            decision(),
                            "'message':{'content':[" + results(i) + "]}",
                            "'toolUseResult':" + pick(content(), "{'agentId':'a" + i + "'," + unknown() + "}"));
                case 8 ->
                    object(
                            envelope("system", i),
                            "'subtype':'"
                                    + pick(
                                            "stop_hook_summary",
                                            "turn_duration",
                                            "compact_boundary",
                                            "init",
                                            "away_summary")
                                    + "','durationMs':5,'hookInfos':[{'command':"
                                    + said() + "}]");
                case 9 ->
                    object(
                            envelope("progress", i),
                            "'parentToolUseID':'t1','data':{'type':'agent_progress','agentId':'a','prompt':" + said()
                                    + "," + unknown() + "}");
                case 10 ->
                    object(
                            envelope("attachment", i),
                            "'attachment':{'type':'" + pick("queued_command", "date") + "','commandMode':"
                                    + pick("'prompt'", said()) + ",'prompt':" + content() + ","
                                    + pick("'origin':{'kind':'human'}", unknown()) + "}",
                            "'rendered':[{'content':" + said() + "}]");
                case 11 ->
                    object(
                            envelope("cost-state", i),
                            "'totalCostUSD':" + pick("0.5", said()) + ",'hasUnknownModelCost':" + pick("true", said()),
                            "'modelUsage':{'claude-x':{'inputTokens':" + pick("3", said()) + "," + unknown() + "}}");
                case 12 ->
                    object(
                            envelope("user", i),
                            "'turnOrigin':" + pick("'human'", said()),
                            "'content':'<bash-stdout>" + CANARY + "</bash-stdout>'");
                case 13 ->
                    object(
                            envelope(pick("summary", "file-history-snapshot", "result", "custom-title"), i),
                            "'summary':" + said() + ",'snapshot':{" + unknown() + "},'result':" + said());
                default ->
                    object(
                            envelope("user", i),
                            "'origin':{'kind':'" + pick("human", "peer") + "'," + unknown() + "}",
                            "'content':" + content());
            };
        }

        private String envelope(String type, int i) {
            var cwd = pick("/home/" + CANARY + "/work/proj", "C:\\\\" + CANARY + "\\\\proj/", "proj");
            return "'type':'" + type + "','uuid':'u" + i + "','sessionId':'" + pick("s", "s2") + "','cwd':'" + cwd
                    + "',"
                    + "'timestamp':" + pick("'2025-06-01T10:00:00.12" + i % 10 + "Z'", said(), "7") + ",'gitBranch':"
                    + said()
                    + ",'slug':" + said() + ",'isSidechain':" + random.nextBoolean() + ",'footfall':{'subject':"
                    + said()
                    + ",'chars':9},'sessionKind':" + pick("'bg'", said()) + ","
                    + unknown();
        }

        private String flag() {
            return "'" + pick("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage") + "':"
                    + pick("true", "false", said());
        }

        private String forkedFrom() {
            return pick("'x':1", "'forkedFrom':{'sessionId':'s3','messageUuid':" + said() + "}");
        }

        /** Who decided about a call. */
        private String decision() {
            var kind = pick("'user-rejected'", "'permission-rule'", "'automode-blocked'", "'interrupted'", said());
            return pick("'x':1", "'toolDenialKind':" + kind + ",'toolDenialBeforeRun':" + pick("true", said())) + ","
                    + pick(
                            "'y':1",
                            "'permissionDecision':{'decision':" + pick("'accept'", "'reject'", said()) + ",'source':"
                                    + pick("'config'", "'user_reject'", "'hook'", said()) + ",'reasonCode':"
                                    + pick("'rule:" + CANARY + "'", "'hook:" + CANARY + "'", said()) + ",'ruleSource':"
                                    + said() + ",'grantScope':" + pick("'session'", said()) + "}");
        }

        private String unknown() {
            var nested = "{'" + CANARY + "':[{'deep':" + said() + "}]}";
            return pick("'todos':" + nested, "'" + CANARY + "':" + said(), "'planContent':[" + said() + "]", "'x':1");
        }

        private String message(int i) {
            var usage = pick("null", "{'input_tokens':3,'output_tokens':7.5,'service_tier':" + said() + "}");
            return "{'id':'m" + i / 3 + "','model':'claude-x','stop_reason':" + pick("null", "'end_turn'")
                    + ",'usage':"
                    + usage + ",'content':" + pick(said(), "[" + blocks(i) + "]", "[" + blocks(i) + "]") + ","
                    + unknown() + "}";
        }

        private String blocks(int i) {
            var blocks = new ArrayList<String>();
            for (int k = 0; k <= random.nextInt(4); k++) {
                blocks.add(pick(
                        "{'type':'text','text':" + said() + "}",
                        "{'type':'thinking','thinking':" + said() + "}",
                        "{'type':'" + CANARY + "','text':" + said() + "}",
                        said(),
                        call(i, k),
                        call(i, k),
                        call(i, k)));
            }
            return String.join(",", blocks);
        }

        private String call(int i, int k) {
            var tool = TOOLS.get(random.nextInt(TOOLS.size()));
            open.add("t" + i + "." + k);
            input = "echo: the words of " + CANARY + " to be repeated in an error";
            var file = "/home/" + CANARY + "/a." + pick("py", CANARY + "TooLongForAnExtension", "b c", "x*" + CANARY);
            return "{'type':'tool_use','id':'t" + i + "." + k + "','name':'" + tool + "','input':{'command':"
                    + said()
                    + ",'file_path':'" + file + "','old_string':'" + input + "','prompt':" + said() + ",'args':["
                    + said()
                    + "],'subagent_type':'Explore'," + unknown() + "}," + unknown() + "}";
        }

        private String results(int i) {
            var blocks = new ArrayList<String>();
            for (int k = 0; k <= random.nextInt(2); k++) {
                var id = open.isEmpty() || random.nextInt(5) == 0 ? "t" + i : open.remove(0);
                blocks.add("{'type':'tool_result','tool_use_id':'" + id + "','is_error':"
                        + pick("true", "true", "false", "'x'")
                        + ",'content':"
                        + pick(json(error()), "[{'type':'text','text':" + json(error()) + "}," + image() + "]")
                        + "," + unknown() + "}");
            }
            return String.join(",", blocks) + pick("", ",{'type':'text','text':" + said() + "}");
        }

        private String error() {
            int from = random.nextInt(Math.max(1, input.length()));
            var echo = input.substring(from);
            return PHRASES.get(random.nextInt(PHRASES.size()))
                    + pick(
                            "",
                            " " + CANARY,
                            "/srv/" + CANARY + "/x.py",
                            " `" + CANARY + "`",
                            " 'a " + CANARY + " b",
                            echo,
                            echo.toUpperCase(),
                            " " + CANARY + "@example.org",
                            "(" + CANARY + "):")
                    + pick("", "\n" + CANARY, ". " + CANARY, " timeout " + CANARY, "\r" + CANARY);
        }

        private String content() {
            return pick(
                    said(), "[{'type':'text','text':" + said() + "}," + image() + "]", "[" + image() + "]", "{}", "7");
        }

        private static String image() {
            return "{'type':'image','source':{'type':'base64','data':'" + CANARY + "'}}";
        }

        private String said() {
            var beginning = pick(
                    "",
                    "<command-name>",
                    "<command-message>",
                    "<local-command-stdout>",
                    "<bash-input>",
                    "<task-notification>",
                    "<teammate-message id=",
                    "[Request interrupted by user]",
                    "<command-x>",
                    "\\n ");
            return "'" + beginning + pick(CANARY, "git log " + CANARY, CANARY + " && " + CANARY, "é‹…›" + CANARY) + "'";
        }

        private static String json(String text) {
            var escaped = text.replace("\\", "\\\\")
                    .replace("\n", "\\n")
                    .replace("\r", "\\r")
                    .replace("'", "\\u0027");
            return "\"" + escaped + "\"";
        }

        private static String object(String... fields) {
            return ("{" + String.join(",", fields) + "}").replace('\'', '"');
        }

        private String pick(String... of) {
            return of[random.nextInt(of.length)];
        }
    }
}
