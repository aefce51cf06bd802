package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.BashCategory;
import footfall.line.CodexEvent;
import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.RateLimits;
import footfall.line.Resolvers;
import footfall.line.SessionId;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.TrailId;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The redacted line of each fact. */
class CodexJsonTest {
    private static final Instant AT = Instant.parse("2026-05-01T10:00:00.500Z");
    private static final String AGENT = "019e2f00-0000-7000-8000-000000000001";

    private static final FileId FILE = new FileId("codex/s", "00", 0);
    private static final TrailId TRAIL = new TrailId(new SessionId("s"), null);

    private final OpenCalls calls = new OpenCalls(OpenCalls.Limits.DEFAULTS);

    private String of(long ordinal, String thread, CodexEvent.Fact fact) {
        var envelope = new Envelope(new SessionId("s"), null, AT, null, null, null, null, "proj");
        var event = new CodexEvent(ordinal, thread, fact);
        var line = new Line.Unresolved(envelope, new Line.Nothing(envelope, "any"), event);
        var completed = calls.read(new Resolvers().meaning(line, FILE), List.of(), 0);
        var json =
                new String(new CodexForm().write(line, null, completed, ErrorDetail.SUMMARY), StandardCharsets.UTF_8);
        assertThat(json).startsWith("{\"timestamp\":\"2026-05-01T10:00:00.500Z\",");
        return json.substring(40).replace('"', '\'');
    }

    private String of(CodexEvent.Fact fact) {
        return of(-1, null, fact);
    }

    private static ToolUse shell(String id) {
        return new ToolUse(id, "exec_command", BashCategory.of("git status"), null, 40, null, "shell", null);
    }

    @Test
    void aHeadKeepsIdsAndTheLastPartOfTheDirectory() {
        assertThat(of(0, null, new CodexEvent.Head("t", "s", true, "f", 0, "0.147.0")))
                .isEqualTo("'ordinal':0,'type':'session_meta','payload':{'id':'t','session_id':'s',"
                        + "'thread_source':'subagent','forked_from_id':'f','subagent_history_start_ordinal':0,"
                        + "'cli_version':'0.147.0','cwd':'proj'}}");
        assertThat(of(new CodexEvent.Head("s", "s", false, null, -1, null)))
                .isEqualTo("'type':'session_meta','payload':{'id':'s','cwd':'proj'}}");
    }

    @Test
    void tasksKeepTheirIdAndDuration() {
        assertThat(of(new CodexEvent.TaskStart("t1")))
                .isEqualTo("'type':'event_msg','payload':{'type':'task_started','turn_id':'t1'}}");
        assertThat(of(5, "th", new CodexEvent.TaskEnd("t1", 7, false, true)))
                .isEqualTo("'ordinal':5,'type':'event_msg','payload':{'type':'task_complete','thread_id':'th',"
                        + "'turn_id':'t1','duration_ms':7},'footfall':{'error':true}}");
        assertThat(of(new CodexEvent.TaskEnd("t1", 7, true, false)))
                .isEqualTo("'type':'event_msg','payload':{'type':'turn_aborted','turn_id':'t1','duration_ms':7}}");
    }

    @Test
    void promptsKeepTheirIdAndLength() {
        assertThat(of(new CodexEvent.Prompt(Trigger.HUMAN, null, 9, UserTextKind.TEXT)))
                .isEqualTo("'type':'event_msg','payload':{'type':'user_message','message':'·'},"
                        + "'footfall':{'prompt':true,'chars':9}}");
        assertThat(of(new CodexEvent.Prompt(Trigger.HUMAN, "u1", 9, UserTextKind.INTERRUPT)))
                .isEqualTo("'type':'event_msg','payload':{'type':'item_completed','item':{'type':'UserMessage',"
                        + "'id':'u1','content':[{'type':'text','text':'[Request interrupted by user]'}]}},"
                        + "'footfall':{'prompt':true,'chars':9}}");
        assertThat(of(new CodexEvent.Prompt(Trigger.TEAMMATE, "m1", 9, UserTextKind.TEXT)))
                .isEqualTo("'type':'response_item','payload':{'type':'agent_message','id':'m1',"
                        + "'content':[{'type':'input_text','text':'·'}]},'footfall':{'prompt':true,'chars':9}}");
    }

    @Test
    void theModelsWorkKeepsOnlyItsPhase() {
        assertThat(of(new CodexEvent.Work(true)))
                .isEqualTo("'type':'response_item','payload':{'type':'message','role':'assistant',"
                        + "'phase':'final_answer'}}");
        assertThat(of(new CodexEvent.Work(false)))
                .isEqualTo("'type':'response_item','payload':{'type':'message','role':'assistant'}}");
        assertThat(of(new CodexEvent.Context("gpt-5"))).isEqualTo("'type':'turn_context','payload':{'model':'gpt-5'}}");
        assertThat(of(new CodexEvent.Communication(false)))
                .isEqualTo("'type':'inter_agent_communication_metadata','payload':{'trigger_turn':false}}");
        assertThat(of(new CodexEvent.Compaction())).isEqualTo("'type':'compacted','payload':{}}");
    }

    @Test
    void aCallKeepsItsNameAndDerivedWords() {
        assertThat(of(new CodexEvent.Call(shell("c1"), "12", false, null)))
                .isEqualTo("'type':'response_item','payload':{'type':'function_call','name':'exec_command',"
                        + "'call_id':'c1'},'footfall':{'bash_category':'Version Control',"
                        + "'input_bytes':40,'session':'12'}}");
        var search = new ToolUse("w1", "web_search", null, null, 0, null, "web", null);
        assertThat(of(new CodexEvent.Call(search, null, false, new ToolResult("w1", Outcome.ERROR, "", 0, null))))
                .isEqualTo("'type':'response_item','payload':{'type':'web_search_call','name':'web_search',"
                        + "'call_id':'w1','status':'failed'}}");
        var script = new ToolUse("x1", "exec", null, null, 9, null, "exec", null);
        assertThat(of(new CodexEvent.Call(script, null, true, null)))
                .isEqualTo("'type':'response_item','payload':{'type':'custom_tool_call','name':'exec',"
                        + "'call_id':'x1'},'footfall':{'input_bytes':9}}");
    }

    @Test
    void aFailedCommandKeepsItsExitCodeAndCategory() {
        calls.add(new NewCall(TRAIL, "c1", "exec_command", null), 0);
        var failed = new ToolResult("c1", Outcome.ERROR, "secret: test failed", 19, null, 1, null);
        assertThat(of(new CodexEvent.Result(true, failed, null, false, null, null)))
                .isEqualTo("'type':'response_item','payload':{'type':'function_call_output','call_id':'c1',"
                        + "'output':'Exit code 1'},"
                        + "'footfall':{'outcome':'error','category':'command-failed',"
                        + "'result_bytes':19,'exit_code':1}}");
        assertThat(calls.places()).isEmpty();
    }

    @Test
    void aRunningCommandStaysOpenWithItsSession() {
        calls.add(new NewCall(TRAIL, "c1", "exec_command", null), 0);
        var running = new ToolResult("c1", Outcome.PENDING, null, 19, null);
        assertThat(of(new CodexEvent.Result(true, running, "62626", false, null, null)))
                .isEqualTo("'type':'response_item','payload':{'type':'function_call_output','call_id':'c1'},"
                        + "'footfall':{'outcome':'pending','result_bytes':19,'session':'62626'}}");
        assertThat(calls.places()).hasSize(1);
        assertThat(of(new CodexEvent.Result(true, running, "not a number", false, "not an id", null)))
                .endsWith("'footfall':{'outcome':'pending','result_bytes':19}}");
    }

    @Test
    void endEventsKeepSubagentsAndTheCallsOfScripts() {
        var done = new ToolResult("c1", Outcome.OK, null, 5, null, 0, null);
        assertThat(of(new CodexEvent.Result(false, done, null, false, AGENT, null)))
                .isEqualTo("'type':'event_msg','payload':{'type':'exec_command_end','call_id':'c1'},"
                        + "'footfall':{'result_bytes':5,'exit_code':0,'agent_id':'" + AGENT + "'}}");
        assertThat(of(new CodexEvent.AgentStart("c1", AGENT)))
                .isEqualTo("'type':'event_msg','payload':{'type':'item_completed','item':{'type':'SubAgentActivity',"
                        + "'kind':'started','id':'c1','agent_thread_id':'" + AGENT + "'}}}");
        var nested = new CodexEvent.Nested(shell("exec-1"), Instant.ofEpochMilli(5));
        var failed = new ToolResult("exec-1", Outcome.ERROR, "bash: foo: command not found", 5, null, 127, null);
        assertThat(of(new CodexEvent.Result(false, failed, null, false, null, nested)))
                .isEqualTo("'type':'event_msg','payload':{'type':'item_completed','started_at_ms':5,'item':{"
                        + "'type':'DynamicToolCall','id':'exec-1','tool':'exec_command',"
                        + "'stderr':'Exit code 127\\ncommand not found: foo'}},"
                        + "'footfall':{'bash_category':'Version Control',"
                        + "'input_bytes':40,'outcome':'error','category':'env-need','subject':'foo',"
                        + "'result_bytes':5,'exit_code':127}}");
    }

    @Test
    void countsKeepOnlyNumbers() {
        var used = new Usage(3, 4, 5, 0, 6);
        assertThat(of(new CodexEvent.Count(used, "14,6,5,4,0,18", false, null, null)))
                .isEqualTo("'type':'event_msg','payload':{'type':'token_count','info':{'last_token_usage':{"
                        + "'input_tokens':14,'cached_input_tokens':6,'cache_write_input_tokens':5,"
                        + "'output_tokens':4}}},'footfall':{'total':'14,6,5,4,0,18'}}");
        assertThat(of(new CodexEvent.Count(used, null, true, null, null)))
                .startsWith("'type':'token_usage_record','payload':{'usage':{'input_tokens':14,");
        var week = new RateLimits.Window(new BigDecimal("9.5"), 10_080, Instant.ofEpochSecond(1_782_337_450));
        assertThat(of(new CodexEvent.Count(null, null, false, null, new RateLimits(null, "pro", null, week))))
                .isEqualTo("'type':'event_msg','payload':{'type':'token_count','info':{},'rate_limits':{"
                        + "'plan_type':'pro','secondary':{'used_percent':9.5,'window_minutes':10080,"
                        + "'resets_at':1782337450}}}}");
        for (var total : List.of("said", "555", "555-0199", "1,2,3", "1 2 3 4 5 6", "1,2,3,4,5,6,7", "1,2,3,4,5,-6")) {
            assertThat(of(new CodexEvent.Count(null, total, false, null, null)))
                    .isEqualTo("'type':'event_msg','payload':{'type':'token_count','info':{}}}");
        }
    }

    @Test
    void onlyTheNumberOfARunningCommandLeaves() {
        for (var polled : List.of("said", "1,2", "12 34", "-1", "")) {
            assertThat(of(new CodexEvent.Call(shell("c1"), polled, false, null)))
                    .doesNotContain("session");
        }
    }
}
