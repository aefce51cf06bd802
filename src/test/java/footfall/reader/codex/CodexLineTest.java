package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.BashCategory;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.Target;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each line of a rollout says by itself, in each of the three forms. */
class CodexLineTest {
    private static final String THREAD = CodexFile.THREAD;
    private static final String OTHER = "019f0000-0000-7000-8000-0000000000bb";
    private static final Envelope ENVELOPE = new Envelope(
            new SessionId(THREAD), null, Instant.parse("2026-01-05T10:00:00Z"), null, null, null, null, null);

    private static CodexEvent.Fact event(String payload) {
        return fact("'type':'event_msg','payload':{" + payload + "}");
    }

    private static CodexEvent.Fact item(String payload) {
        return fact("'type':'response_item','payload':{" + payload + "}");
    }

    private static CodexEvent.Fact ended(String item) {
        return event("'type':'item_completed','item':{" + item + "}");
    }

    private static CodexEvent.Fact fact(String fields) {
        var line = CodexFile.line("'timestamp':'2026-01-05T10:00:00Z'," + fields);
        return line instanceof Line.Unresolved unresolved ? ((CodexEvent) unresolved.event()).fact() : null;
    }

    @Test
    void aLineHasItsOrdinalAndThread() {
        var line = CodexFile.line("'payload':{'thread_id':'" + OTHER + "','type':'task_started','turn_id':'t1'},"
                + "'ordinal':7,'timestamp':'2026-01-05T10:00:00Z','type':'event_msg'");
        assertThat(line)
                .isEqualTo(new Line.Unresolved(
                        ENVELOPE,
                        new Line.Nothing(ENVELOPE, "event_msg/task_started"),
                        new CodexEvent(7, OTHER, new CodexEvent.TaskStart("t1"))));
    }

    @Test
    void aTaskStartsAndEnds() {
        assertThat(event("'type':'turn_started','turn_id':'t1'")).isEqualTo(new CodexEvent.TaskStart("t1"));
        assertThat(event("'type':'task_complete','turn_id':'t1','duration_ms':12.7,'error':null"))
                .isEqualTo(new CodexEvent.TaskEnd("t1", 12, false, false));
        assertThat(event("'type':'task_complete','turn_id':'t1','error':{}"))
                .isEqualTo(new CodexEvent.TaskEnd("t1", 0, false, false));
        assertThat(event("'type':'turn_complete','turn_id':'t1','error':{'message':'no'}"))
                .isEqualTo(new CodexEvent.TaskEnd("t1", 0, false, true));
        assertThat(event("'type':'turn_aborted','reason':'interrupted','duration_ms':5"))
                .isEqualTo(new CodexEvent.TaskEnd(null, 5, true, false));
    }

    @Test
    void aPromptIsAnEventOrAnItem() {
        assertThat(event("'type':'user_message','message':' Café? ','images':[]"))
                .isEqualTo(new CodexEvent.Prompt(Trigger.HUMAN, null, 5, UserTextKind.TEXT));
        assertThat(event("'type':'user_message','message':'x','kind':'plain'"))
                .isEqualTo(new CodexEvent.Prompt(Trigger.HUMAN, null, 1, UserTextKind.NOTHING));
        assertThat(ended("'type':'UserMessage','id':'u1','content':[{'type':'text','text':'look'},{'type':'text',"
                        + "'text':'here'}]"))
                .isEqualTo(new CodexEvent.Prompt(Trigger.HUMAN, "u1", 9, UserTextKind.TEXT));
        assertThat(item("'type':'agent_message','id':'a1','content':[{'type':'input_text','text':'go on'}]"))
                .isEqualTo(new CodexEvent.Prompt(Trigger.TEAMMATE, "a1", 5, UserTextKind.TEXT));
        assertThat(fact("'type':'inter_agent_communication_metadata','payload':{'trigger_turn':true}"))
                .isEqualTo(new CodexEvent.Communication(true));
    }

    @Test
    void aPromptOfImagesHasNoText() {
        var images = new CodexEvent.Prompt(Trigger.HUMAN, null, 0, UserTextKind.NOTHING);
        assertThat(event("'type':'user_message','message':'','images':[ 'data:' ]"))
                .isEqualTo(images);
        assertThat(event("'type':'user_message','local_images':['/a.png']")).isEqualTo(images);
        assertThat(ended("'type':'UserMessage','content':[{'type':'local_image','path':'/a.png'}]"))
                .isEqualTo(images);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'type':'event_msg','payload':{'type':'user_message','message':' ','images':[ ],'local_images':null}",
                "'type':'event_msg','payload':{'type':'user_message','message':'hi','kind':'environment_context'}",
                "'type':'event_msg','payload':{'type':'item_completed','item':{'type':'UserMessage','content':[]}}",
                "'type':'response_item','payload':{'type':'message','role':'user','content':[{'type':'input_text',"
                        + "'text':'hi'}]}",
                "'type':'response_item','payload':{'type':'message','role':'developer','content':'hi'}",
                "'type':'event_msg','payload':{'type':'agent_message','message':'hi'}",
                "'type':'event_msg','payload':{'type':'agent_reasoning','text':'hi'}",
                "'type':'event_msg','payload':{'type':'item_completed','item':{'type':'AgentMessage','id':'m'}}",
                "'type':'event_msg','payload':{'type':'item_completed','item':{'type':'HookPrompt'}}",
                "'type':'event_msg','payload':{'type':'item_started','item':{'type':'CommandExecution','id':'c'}}",
                "'type':'event_msg','payload':{'type':'context_compacted'}",
                "'type':'event_msg','payload':{'type':'web_search_end','call_id':'c'}",
                "'type':'event_msg','payload':{'type':'token_count','info':null}",
                "'type':'event_msg','payload':[]",
                "'type':'response_item','payload':{}",
                "'type':'response_item'",
                "'type':'turn_context','payload':{}",
                "'type':'world_state','payload':{'full':true}",
                "'type':'something_new','payload':{'type':'message','role':'assistant'}",
                "'type':7,'payload':{'type':'task_started'}",
                "'record_type':'state'",
                "'other':1"
            })
    void everyOtherLineMeansNothing(String fields) {
        assertThat(CodexFile.line(fields)).isInstanceOf(Line.Nothing.class);
    }

    @Test
    void workIsAMessageOrReasoning() {
        assertThat(item("'type':'message','role':'assistant','phase':'final_answer','content':[]"))
                .isEqualTo(new CodexEvent.Work(true));
        assertThat(item("'type':'message','role':'assistant','phase':'commentary'"))
                .isEqualTo(new CodexEvent.Work(false));
        assertThat(item("'type':'reasoning','summary':[]")).isEqualTo(new CodexEvent.Work(false));
        assertThat(fact("'type':'response_item','payload':{'type':'message','role':'assistant'},"
                        + "'metadata':{'compaction_output':true}"))
                .isNull();
        assertThat(fact("'type':'response_item','payload':{'type':'message','role':'assistant'},"
                        + "'metadata':{'compaction_output':false}"))
                .isEqualTo(new CodexEvent.Work(false));
    }

    @Test
    void theModelAndACompactionAreNamed() {
        assertThat(fact("'type':'turn_context','payload':{'model':'gpt-5.5','cwd':'/home/x/elsewhere'}"))
                .isEqualTo(new CodexEvent.Context("gpt-5.5", true));
        assertThat(fact("'type':'compacted','payload':{'message':'so far','replacement_history':[{}]}"))
                .isEqualTo(new CodexEvent.Compaction());
    }

    @Test
    void aCountHasTheTokensOfTheRequestAndTheTotal() {
        var last = "{'input_tokens':100,'cached_input_tokens':60,'cache_write_input_tokens':7,'output_tokens':20,"
                + "'reasoning_output_tokens':5,'total_tokens':120}";
        var used = new Usage(33, 20, 7, 0, 60);
        assertThat(event("'type':'token_count','info':{'total_token_usage':{'input_tokens':900,'total_tokens':950},"
                        + "'last_token_usage':" + last + "}"))
                .isEqualTo(new CodexEvent.Count(used, "900,0,0,0,0,950", false, null, null, null));
        assertThat(event("'type':'token_count','info':{'total_token_usage':{'input_tokens':9}}"))
                .isEqualTo(new CodexEvent.Count(null, "9,0,0,0,0,0", false, null, null, null));
        assertThat(fact("'type':'token_usage_record','payload':{'usage':" + last + ",'turn_token_usage':{}}"))
                .isEqualTo(new CodexEvent.Count(used, null, true, null, null, null));
    }

    @Test
    void aCallHasItsToolAndWhatItsInputSays() {
        assertThat(item("'type':'function_call','name':'exec_command','call_id':'c1','id':'fc_1',"
                        + "'arguments':'{\\'cmd\\': \\'git log\\'}'"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(
                        called("c1", "exec_command", BashCategory.VERSION_CONTROL, null, 24, "git", null, "git log"));
        assertThat(item("'type':'function_call','name':'shell','call_id':'c1',"
                        + "'arguments':'{\\'command\\':[\\'bash\\',\\'-lc\\',\\'cat a\\']}'"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called("c1", "shell", BashCategory.SEARCHING_AND_READING, null, 44, "read", null, "cat"));
        assertThat(item("'type':'local_shell_call','id':'l1','action':{'type':'exec','command':['ls','-l']}"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called(
                        "l1", "local_shell", BashCategory.SEARCHING_AND_READING, null, 37, "search", null, "ls"));
        assertThat(item("'type':'custom_tool_call','name':'apply_patch','call_id':'c1','status':'completed',"
                        + "'input':'*** Begin Patch\\n*** Update File: src/a.py\\n@@\\n'"))
                .usingRecursiveComparison()
                .ignoringFields("use.input", "use.changes")
                .isEqualTo(called("c1", "apply_patch", null, ".py", 50, "edit", new Target("src/a.py", false)));
        assertThat(item("'type':'function_call','name':'view_image','call_id':'c1',"
                        + "'arguments':'{\\'path\\':\\'/x/y.png\\'}'"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called("c1", "view_image", null, ".png", 25, "read", new Target("/x/y.png", false)));
        assertThat(item("'type':'tool_search_call','call_id':'c1','arguments':{'query':'x'}"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called("c1", "tool_search", null, null, 13, "search", null));
    }

    private static CodexEvent.Call called(
            String id, String tool, BashCategory category, String extension, int bytes, String intent, Target target) {
        return called(id, tool, category, extension, bytes, intent, target, null);
    }

    private static CodexEvent.Call called(
            String id,
            String tool,
            BashCategory category,
            String extension,
            int bytes,
            String intent,
            Target target,
            String command) {
        var use = new ToolUse(
                id, tool, category, extension, bytes, null, intent, target, command, command != null, null, null);
        return new CodexEvent.Call(use, null, false, null, false);
    }

    @Test
    void aServersNamespaceIsPartOfTheName() {
        assertThat(item("'type':'function_call','name':'add','namespace':'mcp__toy','call_id':'c','arguments':'{}'"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called("c", "mcp__toy__add", null, null, 4, "mcp:toy", null));
        assertThat(item("'type':'function_call','name':'spawn_agent','namespace':'collaboration','call_id':'c'"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called("c", "spawn_agent", null, null, 0, "delegate", null));
    }

    @Test
    void argumentsThatAreNoJsonSayNothing() {
        for (var arguments : List.of(
                "'{\\'cmd\\': \\'git'",
                "'{\\'cmd\\': \\'git log\\'} x'",
                "'git log'",
                "''",
                "'\\ud800{'",
                "7",
                "null",
                "[1]")) {
            var call = (CodexEvent.Call)
                    item("'type':'function_call','name':'shell','call_id':'c','arguments':" + arguments);
            assertThat(call.use().intent()).isEqualTo("shell");
        }
    }

    @Test
    void aPollNamesTheSessionAndAScriptIsOne() {
        var poll = (CodexEvent.Call) item("'type':'function_call','name':'write_stdin','call_id':'c',"
                + "'arguments':'{\\'session_id\\': 4455, \\'chars\\': \\'\\'}'");
        assertThat(poll.polls()).isEqualTo("4455");
        assertThat(poll.use().intent()).isEqualTo("wait");
        var script = (CodexEvent.Call) item("'type':'custom_tool_call','name':'exec','call_id':'c','input':'text(1)'");
        assertThat(script.isScript()).isTrue();
        var function = (CodexEvent.Call) item("'type':'function_call','name':'exec','call_id':'c'");
        assertThat(function.isScript()).isFalse();
    }

    @Test
    void aCallWithoutAnOutputIsDone() {
        var use = new ToolUse(null, "web_search", null, null, 17, null, "web", null, null, false, null, null);
        assertThat(item("'type':'web_search_call','status':'completed','action':{'type':'search'}"))
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(
                        new CodexEvent.Call(use, null, false, new ToolResult(null, Outcome.OK, null, 0, null), false));
        var image = new ToolUse(
                "ig1", "image_generation", null, null, 0, null, "image_generation", null, null, false, null, null);
        assertThat(item("'type':'image_generation_call','id':'ig1','status':'failed'"))
                .isEqualTo(new CodexEvent.Call(
                        image, null, false, new ToolResult("ig1", Outcome.ERROR, "", 0, null), false));
    }

    @Test
    void aCallWithoutANameIsWork() {
        assertThat(item("'type':'function_call','call_id':'c1'")).isEqualTo(new CodexEvent.Work(false));
    }

    @Test
    void alonePromptsCallsAndResultsAreWhatTheyAre() {
        var prompt = CodexFile.line("'timestamp':'2026-01-05T10:00:00Z','type':'event_msg',"
                + "'payload':{'type':'user_message','message':'hello'}");
        assertThat(prompt.alone()).isEqualTo(new Line.Prompt(ENVELOPE, Trigger.HUMAN, 5, UserTextKind.TEXT));
        var call = CodexFile.line("'timestamp':'2026-01-05T10:00:00Z','type':'response_item',"
                + "'payload':{'type':'function_call','name':'update_plan','call_id':'c'}");
        assertThat(call.alone())
                .isEqualTo(new Line.Assistant(
                        ENVELOPE,
                        new Line.Message(null, null, null, null),
                        List.of(new ToolUse(
                                "c", "update_plan", null, null, 0, null, "plan", null, null, false, null, null))));
        var result = CodexFile.line("'timestamp':'2026-01-05T10:00:00Z','type':'response_item',"
                + "'payload':{'type':'function_call_output','call_id':'c','output':'Plan updated'}");
        assertThat(result.alone())
                .isEqualTo(new Line.ToolResults(
                        ENVELOPE,
                        List.of(new ToolResult("c", Outcome.OK, null, 14, null)),
                        null,
                        0,
                        UserTextKind.NOTHING));
    }

    @Test
    void anActivityLinksTheAgentThatACallStarted() {
        var agent = "'agent_thread_id':'" + OTHER + "','type':'SubAgentActivity','id':'c1',";
        assertThat(ended(agent + "'kind':'started'")).isEqualTo(new CodexEvent.AgentStart("c1", OTHER));
        assertThat(ended(agent + "'kind':'completed'")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Please fix it, true",
        "<environment_context>, false",
        "# AGENTS.md instructions for /x, false",
        "<user_instructions>, false",
        "<turn_aborted>, false",
        "<skill>, false",
        "<user_shell_command>, false",
        "<hook_prompt id=1>, false",
        "<user_action>, false",
        "<subagent_notification>, false",
        "<recommended_plugins>, false",
        "<codex_internal_context x>, false",
        "'  ', false"
    })
    void aBareUserMessageIsAPromptUnlessItIsInjected(String text, boolean isPrompt) {
        var line = CodexFile.line(
                "'type':'message','id':'m1','role':'user','content':[{'type':'input_text','text':'" + text + "'}]");
        assertThat(line instanceof Line.Unresolved).isEqualTo(isPrompt);
        if (line instanceof Line.Unresolved prompt) {
            var fact = new CodexEvent.Prompt(Trigger.HUMAN, "m1", text.length(), UserTextKind.TEXT);
            assertThat(prompt.event()).isEqualTo(new CodexEvent(-1, null, fact));
            assertThat(prompt.envelope().at()).isNull();
        }
    }

    @Test
    void bareItemsAreTheSame() {
        var call = CodexFile.line("'type':'function_call','name':'shell','arguments':'{}','call_id':'c1'");
        assertThat(((CodexEvent) ((Line.Unresolved) call).event()).fact())
                .usingRecursiveComparison()
                .ignoringFields("use.input")
                .isEqualTo(called("c1", "shell", null, null, 4, "shell", null));
        var output = CodexFile.line("'type':'function_call_output','call_id':'c1','output':'done'");
        assertThat(((CodexEvent) ((Line.Unresolved) output).event()).fact())
                .isEqualTo(new CodexEvent.Result(
                        true, new ToolResult("c1", Outcome.OK, null, 6, null), null, false, null, null, null));
    }
}
