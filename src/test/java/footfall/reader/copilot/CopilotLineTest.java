package footfall.reader.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.BashCategory;
import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.Target;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import footfall.reader.copilot.CopilotEvent.ModelTokens;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What single Copilot lines say, and how their calls ended. */
class CopilotLineTest {
    private static final SessionId SESSION = new SessionId("5e550000-0000-4000-8000-000000000001");
    private static final Source SOURCE = Source.file(SESSION, null).in(Dialects.of("copilot"));

    /** A line with this data, written with single quotes in place of double ones. */
    private static Line line(String type, String data, String more) {
        var json = "{'type':'" + type + "','data':{" + data + "},'id':'e1',"
                + "'timestamp':'2026-11-02T10:00:01.500Z','parentId':'e0'" + more + "}";
        var bytes = Bytes.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        var parts = new LineParser().parse(bytes, 0, SOURCE);
        assertThat(parts).hasSize(1);
        return ((Parsed.Accepted) parts.get(0)).line();
    }

    private static CopilotEvent.Fact fact(String type, String data) {
        return fact(line(type, data, ""));
    }

    private static CopilotEvent.Fact fact(Line line) {
        return line instanceof Line.Unresolved unresolved ? ((CopilotEvent) unresolved.event()).fact() : null;
    }

    private static ModelTokens tokens(String model, long input, long output, long write, long read, long requests) {
        return new ModelTokens(model, new Usage(input, output, write, 0, read), requests);
    }

    @Test
    void aLineHasItsIdsAndTheAgentOfItsTrail() {
        var at = Instant.parse("2026-11-02T10:00:01.500Z");
        assertThat(line("abort", "'reason':'x'", "").envelope())
                .isEqualTo(new Envelope(SESSION, null, at, "e1", "e0", null, null, null));
        assertThat(line("abort", "", ",'agentId':'a1'").envelope().agent()).isEqualTo("a1");
        assertThat(line("assistant.message", "'parentToolCallId':'t1'", "")
                        .envelope()
                        .agent())
                .isEqualTo("t1");
        assertThat(line("assistant.message", "'parentToolCallId':'t1'", ",'agentId':'a1'")
                        .envelope()
                        .agent())
                .isEqualTo("a1");
    }

    @Test
    void theFirstLineNamesVersionProjectAndModel() {
        var start = line(
                "session.start",
                "'sessionId':'" + SESSION + "','copilotVersion':'1.0.78','selectedModel':'gpt-5-mini',"
                        + "'context':{'cwd':'/home/dev/tidepool','gitRoot':'/x'}",
                "");
        assertThat(fact(start)).isEqualTo(new CopilotEvent.Begin(false, "gpt-5-mini"));
        assertThat(start.envelope().version()).isEqualTo("1.0.78");
        assertThat(start.envelope().project()).isEqualTo("tidepool");
        assertThat(fact("session.resume", "'selectedModel':'auto'")).isEqualTo(new CopilotEvent.Begin(true, null));
    }

    @Test
    void aModelIsNamedUnlessItIsAuto() {
        assertThat(fact("session.model_change", "'newModel':'m','source':'user'"))
                .isEqualTo(new CopilotEvent.Model("m"));
        assertThat(fact("session.auto_mode_resolved", "'chosenModel':'m'")).isEqualTo(new CopilotEvent.Model("m"));
        assertThat(fact("session.model_change", "'newModel':'auto'")).isNull();
        assertThat(fact("session.model_change", "")).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'content':' dig ' | HUMAN | false | 3",
                "'content':'dig','source':'user','delivery':'queued' | HUMAN | false | 3",
                "'content':'dig','delivery':'queued' | HUMAN | true | 3",
                "'content':'dig','delivery':'steering' | HUMAN | false | 3",
                "'content':'','attachments':[{'type':'file'}] | HUMAN | false | 0",
                "'content':'dive','source':'agent-1','delivery':'queued' | TEAMMATE | false | 4",
                "'content':'it ended','source':'system' | NOTIFICATION | false | 8",
                "'content':'<system_notification>x' | NOTIFICATION | false | 22",
                "'content':'hi','transformedContent':'<now/><cross_session_message>hi' | TEAMMATE | false | 2",
                "'content':'<cross_session_message>','transformedContent':'<cross_session_message>' "
                        + "| HUMAN | false | 23",
            })
    void aTextOfAPersonOrAnAgentIsAPrompt(String data, Trigger trigger, boolean mayBeReason, int chars) {
        var says = chars < 3 ? UserTextKind.NOTHING : UserTextKind.TEXT;
        var line = (Line.Unresolved) line("user.message", data + ",'interactionId':'i1'", "");
        assertThat(fact(line)).isEqualTo(new CopilotEvent.Prompt(trigger, mayBeReason, chars, says));
        assertThat(line.envelope().promptId()).isEqualTo("i1");
        assertThat(line.alone()).isEqualTo(new Line.Prompt(line.envelope(), trigger, chars, says));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'content':'  ','attachments':[] | user.message",
                "'source':'user' | user.message",
                "'content':'go on','source':'autopilot' | user.message/injected",
                "'content':'go on','isAutopilotContinuation':true | user.message/injected",
                "'content':'knots','source':'skill-knots' | user.message/injected",
                "'content':'AGENTS.md','source':'instruction-discovery' | user.message/injected",
            })
    void aTextThatNobodyWroteIsNoPrompt(String data, String kind) {
        var line = line("user.message", data, "");
        assertThat(line).isEqualTo(new Line.Nothing(line.envelope(), kind));
    }

    @Test
    void aMessageHasItsCalls() {
        var line = (Line.Unresolved) line(
                "assistant.message",
                "'messageId':'m1','apiCallId':'a1','model':'gpt-5-mini','content':'look','outputTokens':30,"
                        + "'toolRequests':[{'toolCallId':'c1','name':'bash','arguments':{'command':'git log'}},"
                        + "{'toolCallId':'c2','arguments':{}},7,"
                        + "{'name':'view','arguments':{'path':'a/b.py','view_range':[1,2]},'toolCallId':'c3'},"
                        + "{'toolCallId':'c4','name':'task','arguments':{'agent_type':'explore'}}]",
                "");
        var bash = new ToolUse(
                "c1", "bash", BashCategory.of("git log"), null, 21, null, "git", null, "git log", true, null, null);
        var view = new ToolUse(
                "c3", "view", null, ".py", 36, null, "read", new Target("a/b.py", true), null, false, null, null);
        var task = new ToolUse("c4", "task", null, null, 24, "explore", "delegate", null, null, false, null, null);
        var calls = List.of(bash, view, task);
        assertThat(fact(line))
                .usingRecursiveComparison()
                .ignoringFields("calls.input")
                .isEqualTo(new CopilotEvent.Message("m1", "a1", "gpt-5-mini", null, 30, calls));
        assertThat(line.alone())
                .usingRecursiveComparison()
                .ignoringFields("toolUses.input")
                .isEqualTo(
                        new Line.Assistant(line.envelope(), new Line.Message("m1", "gpt-5-mini", null, null), calls));
    }

    @Test
    void aMessageWithoutCallsEndsTheTurn() {
        var line = (Line.Unresolved) line("assistant.message", "'messageId':'m1','content':'done','model':null", "");
        assertThat(fact(line)).isEqualTo(new CopilotEvent.Message("m1", null, null, null, -1, List.of()));
        assertThat(((Line.Assistant) line.alone()).message().endsTurn()).isTrue();
    }

    /** A backslash and {@code n} stand for the end of a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'success':true,'result':{'content':'ok'} | OK | |",
                "'result':{'content':'ok'} | OK | |",
                "'success':true,'result':{'content':'a\\n<shellId: 0 completed with exit code 0>'} | OK | | 0",
                "'success':true,'result':{'content':'<shellId: 0 completed with exit code 1>\\n'} | ERROR "
                        + "| <shellId: 0 completed with exit code 1>\\n | 1",
                "'success':true,'result':{'content':'<shellId: 0 completed with exit code 3221225786>'} | ERROR "
                        + "| <shellId: 0 completed with exit code 3221225786> | -1073741510",
                "'success':true,'result':{'content':'<shellId: 9 completed with exit code 7> and more'} | OK | |",
                "'success':true,'result':{'content':'boom'},'shellExecution':{'exitCode':2} | ERROR | boom | 2",
                "'success':true,'result':{'content':'x','contents':[{'type':'shell_exit','exitCode':3}]} "
                        + "| ERROR | x | 3",
                "'success':true,'result':{'content':'x','contents':[{'type':'text','exitCode':3}]} | OK | |",
                "'success':true,'result':{'content':'<command with shellId: 4 is still running>'} | OK | |",
                "'success':false,'error':{'message':'Path does not exist','code':'failure'} | ERROR "
                        + "| Path does not exist |",
                "'success':false | ERROR | `` |",
                "'success':false,'error':{'message':'no','code':'denied'} | REJECTED | no |",
                "'success':false,'error':{'message':'no','code':'rejected'} | REJECTED | no |",
                "'success':false,'error':{'message':'The user rejected this tool call. x'} | REJECTED "
                        + "| The user rejected this tool call. x |",
                "'success':false,'error':{'message':'Permission to run this was denied'} | DENIED "
                        + "| Permission to run this was denied |",
                "'success':false,'error':{'message':'Denied by preToolUse hook: x'} | DENIED "
                        + "| Denied by preToolUse hook: x |",
                "'success':false,'error':{'message':'This tool was interrupted.'} | INTERRUPTED "
                        + "| This tool was interrupted. |",
            })
    void aCallEndsAsItsResultSays(String data, Outcome outcome, String error, Integer exitCode) {
        var result = ((CopilotEvent.Result) fact("tool.execution_complete", "'toolCallId':'c1'," + data)).result();
        assertThat(result.toolUseId()).isEqualTo("c1");
        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.error()).isEqualTo(error == null ? null : error.replace("\\n", "\n"));
        assertThat(result.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void aResultHasTheSizeOfItsText() {
        var line =
                (Line.Unresolved) line("tool.execution_complete", "'toolCallId':'c1','result':{'content':'four'}", "");
        var result = new ToolResult("c1", Outcome.OK, null, 6, null);
        assertThat(fact(line)).isEqualTo(new CopilotEvent.Result(result));
        assertThat(line.alone())
                .isEqualTo(new Line.ToolResults(line.envelope(), List.of(result), null, 0, UserTextKind.NOTHING));
    }

    @Test
    void aCommandOfTheUserIsNoCall() {
        assertThat(fact("tool.execution_complete", "'toolCallId':'c1','success':true,'isUserRequested':true"))
                .isNull();
        assertThat(fact("tool.execution_start", "'toolCallId':'c1'")).isEqualTo(new CopilotEvent.CallStart("c1"));
        assertThat(fact("tool.execution_start", "")).isNull();
    }

    @Test
    void aSubagentStartsInTheMainTrailAndEndsInItsOwn() {
        var start = line("subagent.started", "'toolCallId':'t1','agentName':'explore'", ",'agentId':'a1'");
        assertThat(start.envelope().agent()).isNull();
        assertThat(fact(start)).isEqualTo(new CopilotEvent.AgentStart("t1", "a1", "explore"));
        assertThat(fact("subagent.started", "'toolCallId':'t1'"))
                .isEqualTo(new CopilotEvent.AgentStart("t1", "t1", null));
        assertThat(fact("subagent.started", "'agentName':'explore'")).isNull();
        var end = line("subagent.completed", "'toolCallId':'t1','durationMs':42", "");
        assertThat(end.envelope().agent()).isEqualTo("t1");
        assertThat(fact(end)).isEqualTo(new CopilotEvent.AgentEnd(42));
        assertThat(fact("subagent.failed", "'toolCallId':'t1'")).isEqualTo(new CopilotEvent.AgentEnd(0));
        assertThat(fact("subagent.completed", "")).isNull();
    }

    @Test
    void onlyStopHooksMatter() {
        assertThat(fact("hook.start", "'hookType':'agentStop'")).isEqualTo(new CopilotEvent.HookStart());
        assertThat(fact("hook.end", "'hookType':'agentStop','output':{'decision':'block','reason':'x'}"))
                .isEqualTo(new CopilotEvent.HookEnd(true));
        assertThat(fact("hook.end", "'hookType':'agentStop','success':true"))
                .isEqualTo(new CopilotEvent.HookEnd(false));
        assertThat(fact("hook.start", "'hookType':'preToolUse'")).isNull();
        assertThat(fact("hook.end", "'hookType':'preToolUse','output':{'decision':'block'}"))
                .isNull();
    }

    @Test
    void boundariesOfRequestsAndSessionsMatter() {
        assertThat(fact("assistant.turn_start", "'turnId':'0'")).isEqualTo(new CopilotEvent.Request(false));
        assertThat(fact("assistant.turn_end", "'turnId':'0'")).isEqualTo(new CopilotEvent.Request(true));
        assertThat(fact("abort", "'reason':'user_initiated'")).isEqualTo(new CopilotEvent.Abort());
        assertThat(fact("session.error", "'errorType':'query'")).isEqualTo(new CopilotEvent.Failure());
        assertThat(fact("session.info", "'infoType':'rewind'")).isEqualTo(new CopilotEvent.Rewind());
        assertThat(fact("session.info", "'infoType':'folder_trust'")).isNull();
        assertThat(fact("session.task_complete", "'success':true")).isEqualTo(new CopilotEvent.TaskEnd());
        assertThat(fact("session.task_complete", "'success':false")).isNull();
        assertThat(fact("session.sea_level", "'new':'type'")).isNull();
    }

    @Test
    void tokensAreOfAModelWithoutThoseOfTheCache() {
        var counts = "'inputTokens':100,'outputTokens':5,'cacheReadTokens':30,'cacheWriteTokens':20";
        assertThat(fact("session.usage_record", "'usage':{'model':'m'," + counts + "}"))
                .isEqualTo(new CopilotEvent.Record(tokens("m", 50, 5, 20, 30, 1)));
        assertThat(fact("session.usage_record", "")).isNull();
        assertThat(fact("session.compaction_complete", "'success':true,'compactionTokensUsed':{" + counts + "}"))
                .isEqualTo(new CopilotEvent.Compaction(tokens(null, 50, 5, 20, 30, 1)));
        assertThat(fact("session.compaction_complete", "")).isEqualTo(new CopilotEvent.Compaction(null));
        assertThat(fact("session.compaction_complete", "'success':false")).isNull();
        assertThat(fact("session.usage_checkpoint", "'totalNanoAiu':7")).isEqualTo(new CopilotEvent.Checkpoint(7));
        assertThat(fact(
                        "session.shutdown",
                        "'totalNanoAiu':9,'modelMetrics':{'m':{'requests':{'count':3},'usage':{" + counts + "}},"
                                + "'n':{},'x':7}"))
                .isEqualTo(new CopilotEvent.Shutdown(
                        9, List.of(tokens("m", 50, 5, 20, 30, 3), tokens("n", 0, 0, 0, 0, 0))));
    }

    @Test
    void aDeepValueIsRead() {
        var deep = "'result':{".repeat(900) + "}".repeat(900);
        assertThat(fact("tool.execution_complete", "'toolCallId':'c1'," + deep)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "user.message | 'content':7,'source':{}",
                "assistant.message | 'toolRequests':7,'content':[]",
                "tool.execution_complete | 'result':'x','error':[],'toolCallId':1",
                "session.shutdown | 'modelMetrics':[]",
                "session.usage_record | 'usage':'x'",
                "session.start | 'context':[],'sessionId':{}"
            })
    void valuesOfAnotherTypeAreAbsent(String type, String data) {
        assertThat(line(type, data, ",'agentId':[]").envelope().agent()).isNull();
    }
}
