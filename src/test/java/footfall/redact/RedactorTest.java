package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Defaults;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedactorTest {
    private static final String ENVELOPE =
            "'uuid':'u1','parentUuid':'u0','sessionId':'s1','timestamp':'2025-06-01T10:00:00.000Z',"
                    + "'version':'2.1.0',"
                    + "'cwd':'/home/jane/work/proj','gitBranch':'jane/secret-plan','slug':'happy-hidden-fox',"
                    + "'userType':'external','promptId':'p1'";
    private static final String LEFT =
            "'uuid':'u1','parentUuid':'u0','sessionId':'s1','timestamp':'2025-06-01T10:00:00Z','version':'2.1.0',"
                    + "'promptId':'p1','cwd':'proj'";

    private static void assertLeaves(String raw, String redacted) {
        var json = raw.replace('\'', '"');
        var out = new RedactorFixture().ofJson(json);
        assertThat(out).isEqualTo(redacted.replace('\'', '"'));
        RedactorFixture.assertLaw(json, out, RedactorFixture.SOURCE);
        assertThat(new RedactorFixture(Defaults.REDACT, Source.topic(new SessionId("s"), null)).ofJson(out))
                .isEqualTo(out);
    }

    private static String user(String content, String more) {
        return "{'type':'user'," + ENVELOPE + more + ",'message':{'role':'user','content':" + content + "}}";
    }

    private static String leftOfUser(String content, String flags, String more) {
        return "{'type':'user'," + LEFT + flags + ",'message':{'role':'user','content':" + content + "}" + more + "}";
    }

    @Test
    void aPromptBecomesADotAndItsLength() {
        assertLeaves(user("' find the leak '", ""), leftOfUser("'·'", "", ",'footfall':{'chars':13}"));
    }

    @Test
    void aPromptOfSeveralTextsAndImagesKeepsOneDotAndItsImages() {
        assertLeaves(
                user(
                        "[{'type':'text','text':'a'},{'type':'image','source':{'data':'AAAA'}},{'type':'text',"
                                + "'text':'b'},"
                                + "{'type':'image','source':{'data':'BBBB'}},{'type':'document','title':'plan'}]",
                        ""),
                leftOfUser(
                        "[{'type':'text','text':'·'},{'type':'image'},{'type':'image'}]",
                        "",
                        ",'footfall':{'chars':3}"));
    }

    @Test
    void anImageAloneIsStillAPrompt() {
        assertLeaves(user("[{'type':'image','source':{'data':'AAAA'}}]", ""), leftOfUser("[{'type':'image'}]", "", ""));
    }

    @Test
    void aUserTextBecomesWhatTellsItsKind() {
        for (var beginning : List.of(
                "<command-name>",
                "<command-message>",
                "<command-args>",
                "<bash-input>",
                "<bash-stdout>",
                "<bash-stderr>",
                "<local-command-",
                "<task-notification>",
                "<agent-notification>",
                "<teammate-message")) {
            assertLeaves(
                    user("'" + beginning + "clear'", ""),
                    leftOfUser("'" + beginning + "'", "", ",'footfall':{'chars':" + (beginning.length() + 5) + "}"));
        }
    }

    @Test
    void aPromptTypedWhileTheAgentWorksLeavesAsAnyPrompt() {
        assertLeaves(
                "{'type':'attachment'," + ENVELOPE + ",'attachment':{'type':'queued_command','prompt':'find the leak',"
                        + "'source_uuid':'q1','commandMode':'prompt','origin':{'kind':'human'},'humanTurn':true},"
                        + "'rendered':[{'content':'The user said: find the leak'}]}",
                leftOfUser("'·'", ",'origin':{'kind':'human'}", ",'footfall':{'chars':13}"));
    }

    @Test
    void aNotificationOfAFailedTaskLeavesItsCallAndTheExitCode() {
        var text = "'<task-notification>\\n<task-id>b1</task-id>\\n<tool-use-id>t1</tool-use-id>\\n"
                + "<output-file>/tmp/leak</output-file>\\n<status>failed</status>\\n<summary>Background command "
                + "\\'leak exit code 9\\' failed with exit code 5</summary>\\n</task-notification>'";
        var failed = "'failed_call':'t1','exit_code':5";
        assertLeaves(
                user(text, ""), leftOfUser("'<task-notification>'", "", ",'footfall':{'chars':234," + failed + "}"));
        assertLeaves(
                "{'type':'attachment'," + ENVELOPE + ",'attachment':{'type':'queued_command','prompt':" + text
                        + ",'commandMode':'task-notification','origin':{'kind':'task-notification'}}}",
                leftOfUser("[]", "", ",'footfall':{" + failed + "}"));
    }

    @Test
    void theOutputOfACommandThatTheModelAnswersKeepsWhoMadeIt() {
        assertLeaves(
                user("'<bash-stdout>a secret</bash-stdout>'", ",'turnOrigin':'human'"),
                leftOfUser("'<bash-stdout>'", ",'turnOrigin':'human'", ",'footfall':{'chars':35}"));
        assertLeaves(
                user("'find the leak'", ",'turnOrigin':'human'"), leftOfUser("'·'", "", ",'footfall':{'chars':13}"));
    }

    @Test
    void anInterruptLeavesAsItIs() {
        for (var text : List.of("[Request interrupted by user]", "[Request interrupted by user for tool use]")) {
            var content = "[{'type':'text','text':'" + text + "'}]";
            assertLeaves(user(content, ""), leftOfUser(content, "", ""));
        }
    }

    @Test
    void aPromptThatOnlyBeginsLikeAnInterruptIsADot() {
        assertLeaves(user("'[Request interrupted by user] no'", ""), leftOfUser("'·'", "", ",'footfall':{'chars':32}"));
    }

    @Test
    void flagsAndOriginLeave() {
        assertLeaves(
                user("'abc'", ",'isMeta':true,'isCompactSummary':false,'isVisibleInTranscriptOnly':true"),
                leftOfUser("'·'", ",'isMeta':true,'isVisibleInTranscriptOnly':true", ",'footfall':{'chars':3}"));
        assertLeaves(
                user("'abc'", ",'origin':{'kind':'task-notification','by':'jane'}"),
                leftOfUser("'·'", ",'origin':{'kind':'task-notification'}", ",'footfall':{'chars':3}"));
    }

    @Test
    void anAssistantLineKeepsItsCallsWithoutTheirInputs() {
        assertLeaves(
                "{'type':'assistant'," + ENVELOPE
                        + ",'requestId':'r1','isSidechain':true,'agentId':'a1','message':{'id':'m1',"
                        + "'type':'message','model':'claude-x','role':'assistant','stop_reason':'end_turn',"
                        + "'usage':{'input_tokens':"
                        + "3,'output_tokens':4,'cache_creation_input_tokens':5,'cache_read_input_tokens':0,"
                        + "'cache_creation':{'ephemeral_5m_input_tokens':3,'ephemeral_1h_input_tokens':2},"
                        + "'service_tier':'x'},"
                        + "'content':[{'type':'thinking','thinking':'hm','signature':'s'},{'type':'text','text':'I "
                        + "will'},"
                        + "{'type':'tool_use','id':'t1','name':'Bash','input':{'command':'git log'}},"
                        + "{'type':'tool_use','id':'t2','name':'Read','input':{'file_path':'/a/b.py'}},"
                        + "{'type':'tool_use','id':'t3','name':'Task','input':{'subagent_type':'Explore',"
                        + "'prompt':'go'}},"
                        + "{'type':'tool_use','id':'t4','name':'mcp__jira__find','input':{'skill':'x'}},"
                        + "{'type':'web_thing','text':'x'},{'type':'tool_use','input':{}}]}}",
                "{'type':'assistant','uuid':'u1','parentUuid':'u0','sessionId':'s1','agentId':'a1',"
                        + "'isSidechain':true,"
                        + "'timestamp':'2025-06-01T10:00:00Z','version':'2.1.0','promptId':'p1','cwd':'proj',"
                        + "'message':{'id':'m1',"
                        + "'model':'claude-x','role':'assistant','stop_reason':'end_turn','usage':{'input_tokens':3,"
                        + "'output_tokens':4,'cache_creation_input_tokens':5,"
                        + "'cache_creation':{'ephemeral_1h_input_tokens':2}},'content':[{'type':'thinking'},"
                        + "{'type':'text','text':'·'},"
                        + "{'type':'tool_use','id':'t1','name':'Bash','input':{},"
                        + "'footfall':{'bash_category':'Version Control','input_bytes':21,'intent':'git'}},"
                        + "{'type':'tool_use','id':'t2','name':'Read','input':{},"
                        + "'footfall':{'file_extension':'.py','input_bytes':23,'target':'e18c6e69fd9d'}},"
                        + "{'type':'tool_use','id':'t3','name':'Task','input':{'subagent_type':'Explore'},"
                        + "'footfall':{'input_bytes':41}},"
                        + "{'type':'tool_use','id':'t4','name':'mcp__jira__find','input':{},"
                        + "'footfall':{'input_bytes':13}}]}}");
    }

    @Test
    void anApiErrorKeepsItsFlag() {
        assertLeaves(
                "{'type':'assistant'," + ENVELOPE + ",'isApiErrorMessage':true,'message':{'model':'<synthetic>',"
                        + "'content':'API Error'}}",
                "{'type':'assistant'," + LEFT + ",'isApiErrorMessage':true,'message':{'model':'<synthetic>',"
                        + "'role':'assistant','content':'·'}}");
    }

    @Test
    void resultsKeepTheirSizesAndTheSubagentsName() {
        assertLeaves(
                "{'type':'user'," + ENVELOPE + ",'message':{'content':[{'type':'tool_result','tool_use_id':'t1',"
                        + "'content':"
                        + "'total 4'},{'type':'tool_result','tool_use_id':'t2','is_error':false,"
                        + "'content':[{'type':'text','text':"
                        + "'ok'}]},{'type':'text','text':'by the way'},{'type':'tool_result','tool_use_id':'t3'}]},"
                        + "'toolUseResult':{'agentId':'a9','stdout':'total 4','filePath':'/a/b'}}",
                leftOfUser(
                        "[{'type':'tool_result','tool_use_id':'t1','content':'','footfall':{'result_bytes':9}},"
                                + "{'type':'tool_result','tool_use_id':'t2','content':[],"
                                + "'footfall':{'result_bytes':29}},"
                                + "{'type':'text','text':'·'},{'type':'tool_result','tool_use_id':'t3'}]",
                        "",
                        ",'toolUseResult':{'agentId':'a9'},'footfall':{'chars':10}"));
    }

    @Test
    void systemLinesKeepWhatTurnsNeed() {
        assertLeaves(
                "{'type':'system','subtype':'stop_hook_summary'," + ENVELOPE + ",'hookInfos':[{'command':'rm'}]}",
                "{'type':'system','subtype':'stop_hook_summary'," + LEFT + "}");
        assertLeaves(
                "{'type':'system','subtype':'turn_duration'," + ENVELOPE + ",'durationMs':31000}",
                "{'type':'system','subtype':'turn_duration'," + LEFT + ",'durationMs':31000}");
        assertLeaves(
                "{'type':'system','subtype':'compact_boundary'," + ENVELOPE + ",'content':'Conversation compacted'}",
                "{'type':'system','subtype':'compact_boundary'," + LEFT + "}");
        assertLeaves(
                "{'type':'system','subtype':'init','session_id':'s2','tools':['Bash'],"
                        + "'cwd':'C:\\\\Users\\\\jane\\\\proj'}",
                "{'type':'system','subtype':'init','sessionId':'s2','cwd':'proj'}");
        assertLeaves(
                "{'type':'result','subtype':'success','result':'done','session_id':'s2','parent_tool_use_id':'t7'}",
                "{'type':'result','sessionId':'s2','agentId':'t7','isSidechain':true}");
    }

    @Test
    void aLinkToASubagentKeepsBothNames() {
        assertLeaves(
                "{'type':'progress'," + ENVELOPE
                        + ",'parentToolUseID':'t1','toolUseID':'x','data':{'type':'agent_progress',"
                        + "'agentId':'a1','prompt':'go','message':{'content':'x'}}}",
                "{'type':'progress'," + LEFT + ",'parentToolUseID':'t1','data':{'type':'agent_progress',"
                        + "'agentId':'a1'}}");
    }

    @Test
    void aLineWithNothingOfItsOwnKeepsTheSessionOfItsFile() {
        assertLeaves(
                "{'type':'user','timestamp':'yesterday','content':'hi'}",
                "{'type':'user','sessionId':'s','message':{'role':'user','content':'·'},'footfall':{'chars':2}}");
    }

    @Test
    void wordsThatALineClaimsToBeDerivedAreNotBelieved() {
        assertLeaves(
                "{'type':'user','footfall':{'chars':77,'subject':'x'},'content':[{'type':'tool_result',"
                        + "'tool_use_id':'t',"
                        + "'content':'','footfall':{'outcome':'error','subject':'x','result_bytes':9}}]}",
                "{'type':'user','sessionId':'s','message':{'role':'user','content':[{'type':'tool_result',"
                        + "'tool_use_id':'t',"
                        + "'content':'','footfall':{'result_bytes':2}}]}}");
    }

    @Test
    void namesAreBounded() {
        var long300 = "x".repeat(300);
        var out = new RedactorFixture().of("{'type':'assistant','uuid':'" + long300 + "','message':{'content':[]}}");
        assertThat(out).contains("\"uuid\":\"" + "x".repeat(239) + "~").doesNotContain("x".repeat(240));
    }

    @Test
    void linesThatMeanNothingAreNotSent() {
        var line = "{\"type\":\"system\",\"subtype\":\"away_summary\",\"content\":\"x\"}";
        assertThat(new RedactorFixture().parts(line)).containsExactly(new Redacted.Ignored("system/away_summary"));
        assertThat(new RedactorFixture().parts("  ")).isEmpty();
    }

    @Test
    void gluedLinesLeaveOneByOneAndTheBrokenRestIsRefused() {
        var first = "{\"type\":\"user\",\"uuid\":\"u\",\"timestamp\":\"2025-06-01T10:00:00Z\",\"content\":\"a\"}";
        var second = "{\"type\":\"mode\"}";
        var parts = new RedactorFixture().parts("\0" + first + second + "{\"type\":");
        var line = (RedactedLine) parts.get(0);
        assertThat(line.offset()).isEqualTo(1);
        assertThat(line.length()).isEqualTo(first.length());
        assertThat(line.ownerUuids(new OwnerUuids(OwnerUuids.State.BEGIN)).asked())
                .isEqualTo("u");
        assertThat(line.at()).isEqualTo(Instant.parse("2025-06-01T10:00:00Z"));
        assertThat(line.session()).isEqualTo(new SessionId("s"));
        assertThat(line.agent()).isNull();
        assertThat(line.file()).isEqualTo(new FileId("claude/s", "00", 0));
        assertThat(line.toString()).isEqualTo("RedactedLine[claude/s@00.0 at 1, " + line.bytes().length + " bytes]");
        assertThat(parts.subList(1, 3))
                .containsExactly(
                        new Redacted.Ignored("mode"),
                        new Redacted.Rejected(new RejectedBytes(
                                RejectedBytes.Reason.NOT_JSON, 1 + first.length() + second.length(), 8)));
    }

    @Test
    void bytesOfALineCannotBeChanged() {
        var line = (RedactedLine) new RedactorFixture()
                .parts("{\"type\":\"user\",\"content\":\"a\"}")
                .get(0);
        line.bytes()[0] = 'x';
        assertThat(Bytes.of(line.bytes()).toString()).startsWith("{");
        assertThat(new String(line.bytes(), StandardCharsets.UTF_8)).endsWith("}");
    }
}
