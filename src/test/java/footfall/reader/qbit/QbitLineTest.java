package footfall.reader.qbit;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.BashCategory;
import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.Envelope;
import footfall.line.KindOf;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.line.Parsed;
import footfall.line.Permission;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QbitLineTest {
    private static final SessionId SESSION = new SessionId("s1");
    private static final Source MAIN = Source.file(SESSION, null).in(Dialects.of("qbit"));
    private static final Source AGENT = Source.file(SESSION, "coder-r1").in(Dialects.of("qbit"));
    private static final Envelope ENVELOPE =
            new Envelope(SESSION, null, Instant.parse("2026-01-05T10:00:00Z"), null, null, null, null, null);

    /** Single quotes stand for double ones; the time is put in. */
    private static Line line(Source source, String fields) {
        var json = ("{'_timestamp':'2026-01-05T10:00:00Z'," + fields + "}").replace('\'', '"');
        var parts = new LineParser().parse(Bytes.of(json.getBytes(StandardCharsets.UTF_8)), 7, source);
        assertThat(parts).hasSize(1);
        return ((Parsed.Accepted) parts.get(0)).line();
    }

    @Test
    void aUserMessageIsAPromptAndABlankOneNothing() {
        assertThat(line(MAIN, "'type':'user_message','content':' Café? '"))
                .isEqualTo(new Line.Prompt(ENVELOPE, Trigger.HUMAN, 5, UserTextKind.TEXT));
        assertThat(line(MAIN, "'content':' ','type':'user_message'"))
                .isEqualTo(new Line.Nothing(ENVELOPE, "user_message"));
    }

    @Test
    void aRequestIsACallWithTheSizeOfItsArguments() {
        var call = line(
                MAIN,
                "'type':'tool_request','tool_name':'Bash','args': {'command': 'git log'} ,"
                        + "'request_id':'r1','source':{'type':'main'}");
        assertThat(call)
                .usingRecursiveComparison()
                .ignoringFields("toolUses.input")
                .isEqualTo(new Line.Assistant(
                        ENVELOPE,
                        new Line.Message(null, null, null, null),
                        List.of(new ToolUse(
                                "r1",
                                "Bash",
                                BashCategory.VERSION_CONTROL,
                                null,
                                22,
                                null,
                                "git",
                                null,
                                "git log",
                                true,
                                null,
                                null))));
    }

    @Test
    void aResultIsOkOrAnErrorWithItsText() {
        assertThat(result("'success':true,'result':{'a': 1}"))
                .isEqualTo(new ToolResult("r1", Outcome.OK, null, 8, null));
        assertThat(result("'success':false,'result':'no such\\nfile'"))
                .isEqualTo(new ToolResult("r1", Outcome.ERROR, "no such\nfile", 15, null));
        assertThat(result("'result':{'code':1,'error':'timed out'},'success':false"))
                .isEqualTo(new ToolResult("r1", Outcome.ERROR, "timed out", 30, null));
        assertThat(result("'result':[1, 2],'success':false"))
                .isEqualTo(new ToolResult("r1", Outcome.ERROR, "[1, 2]", 6, null));
        assertThat(result("'success':false")).isEqualTo(new ToolResult("r1", Outcome.ERROR, "", 0, null));
    }

    private static ToolResult result(String fields) {
        var line = line(MAIN, "'type':'tool_result','tool_name':'Read','request_id':'r1'," + fields);
        return ((Line.ToolResults) line).results().get(0);
    }

    @Test
    void aDenialIsARejectedResult() {
        var line = line(MAIN, "'type':'tool_denied','tool_name':'Bash','args':{},'request_id':'r1','reason':'no'");
        assertThat(line)
                .isEqualTo(new Line.ToolResults(
                        ENVELOPE,
                        List.of(new ToolResult("r1", Outcome.REJECTED, "no", 4, null, null, Permission.USER)),
                        null,
                        0,
                        UserTextKind.NOTHING));
    }

    @Test
    void completedTellsTokensAndDurationAndAnErrorNone() {
        assertThat(line(
                        MAIN,
                        "'type':'completed','response':'Done.','input_tokens':9,'output_tokens':null,"
                                + "'duration_ms':1500"))
                .isEqualTo(new Line.TurnDuration(
                        ENVELOPE, 1500, new Line.Message(null, null, null, new Usage(9, 0, 0, 0, 0)), null));
        assertThat(line(MAIN, "'type':'error','message':'overloaded','error_type':'api'"))
                .isEqualTo(new Line.TurnDuration(
                        ENVELOPE, 0, new Line.Message(null, null, Line.Message.API_ERROR, null), null));
    }

    @Test
    void aSubagentIsLinkedByTheNameOfItsFolder() {
        var started = "'type':'sub_agent_started','agent_id':'coder','agent_name':'Coder','task':'Do it',"
                + "'parent_request_id':'r1'";
        assertThat(line(MAIN, started)).isEqualTo(new Line.SubagentLink(ENVELOPE, "r1", "coder-r1"));
        assertThat(line(AGENT, started).match(new KindOf())).isEqualTo("prompt/human");
        assertThat(line(AGENT, started.replace("r1", "r2")).match(new KindOf())).isEqualTo("link");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      'type':'started','turn_id':'t' | started | started
      'type':'text_delta','delta':'x','accumulated':'x' | text_delta | text_delta
      'type':'tool_approval_request','tool_name':'T','request_id':'r' | assistant | assistant
      'type':'tool_auto_approved','tool_name':'T','request_id':'r' | assistant | assistant
      'type':'tool_auto_approved','tool_name':'T' | tool_auto_approved | tool_auto_approved
      'type':'tool_request','request_id':'r' | tool_request | tool_request
      'type':'tool_request','tool_name':'T','source':{'type':'sub_agent'} | tool_request/sub_agent | assistant
      'type':'tool_request','tool_name':'T','source':{'type':'workflow'} | assistant | assistant
      'type':'tool_result','request_id':'r','source':{'type':'sub_agent'} | tool_result/sub_agent | results
      'type':'sub_agent_tool_request','tool_name':'T','request_id':'r' | sub_agent_tool_request | assistant
      'type':'sub_agent_tool_result','agent_id':'x','parent_request_id':'y' | sub_agent_tool_result | ^
      'type':'sub_agent_completed','agent_id':'coder','parent_request_id':'r1'|sub_agent_completed|duration
      'type':'sub_agent_error','agent_id':'coder','parent_request_id':'r1' | sub_agent_error | duration
      'type':'sub_agent_started','agent_id':'coder' | sub_agent_started | sub_agent_started
      'type':'plan_updated' | plan_updated | plan_updated
      'type':7 | untyped | untyped
      """)
    void eachEventMeansOneThingInTheMainFileAndOneInASubagents(String fields, String main, String agent) {
        assertThat(line(MAIN, fields).match(new KindOf())).isEqualTo(main);
        assertThat(line(AGENT, fields).match(new KindOf())).isEqualTo(agent.equals("^") ? main : agent);
    }

    @Test
    void timesAreTextsOrMillisecondsAndWhatIsNeitherIsNone() {
        for (var time : List.of("'2026-01-05T10:00:00Z'", "'2026-01-05T11:00:00+01:00'", "1767607200000")) {
            assertThat(line(MAIN, "'_timestamp':" + time + ",'type':'started'").envelope())
                    .isEqualTo(ENVELOPE);
        }
        for (var time : List.of("'soon'", "-1", "1e3", "99999999999999999999", "{}", "null")) {
            assertThat(line(MAIN, "'_timestamp':" + time + ",'type':'started'")
                            .envelope()
                            .at())
                    .isNull();
        }
    }
}
