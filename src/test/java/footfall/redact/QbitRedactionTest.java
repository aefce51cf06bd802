package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Dialects;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Defaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What leaves of qbit events: events that mean the same, without a word of what was said. */
class QbitRedactionTest {
    private static final String CANARY = "Canary7Yellow";
    private static final Source MAIN = Source.file(new SessionId("s"), null).in(Dialects.of("qbit"));
    private static final Source AGENT =
            Source.file(new SessionId("s"), "coder-r1").in(Dialects.of("qbit"));

    @Test
    void eachEventStaysAnEventAndLosesItsContent() {
        var fixture = new RedactorFixture(Defaults.REDACT, MAIN);
        var at = "'_timestamp':'2026-01-05T10:00:00Z',";
        assertThat(fixture.of("{" + at + "'type':'user_message','content':'Hi all'}"))
                .isEqualTo(json("{" + at + "'type':'user_message','content':'·','footfall':{'chars':6}}"));
        assertThat(fixture.of("{'type':'tool_request','tool_name':'Bash','args':{'command':'git log'},"
                        + "'request_id':'r1','source':{'type':'main'}}"))
                .isEqualTo(json("{'type':'tool_request',"
                        + "'tool_name':'Bash','request_id':'r1','args':{},'footfall':{'bash_category':'Version "
                        + "Control',"
                        + "'input_bytes':21,'intent':'git'}}"));
        assertThat(fixture.of("{'type':'tool_result','tool_name':'Bash','success':false,'request_id':'r1',"
                        + "'result':{'error':'Exit code 127\\nsh: rg: command not found'}}"))
                .isEqualTo(json(
                        "{'type':'tool_result','request_id':'r1','success':false,'result':'Exit code 127\\ncommand not "
                                + "found: rg','footfall':{'outcome':'error','category':'env-need','subject':'rg',"
                                + "'result_bytes':52}}"));
        assertThat(fixture.of("{'type':'tool_denied','tool_name':'Bash','request_id':'r2','reason':'not mine',"
                        + "'risk_level':'high'}"))
                .isEqualTo(json("{'type':'tool_denied','request_id':'r2','reason':'',"
                        + "'footfall':{'outcome':'rejected','result_bytes':10,'permission':'user'}}"));
        assertThat(fixture.of("{'type':'completed','response':'Done','input_tokens':3,'output_tokens':4,"
                        + "'duration_ms':5}"))
                .isEqualTo(json("{'type':'completed','input_tokens':3,'output_tokens':4,'duration_ms':5}"));
        assertThat(fixture.of("{'type':'sub_agent_started','agent_id':'coder','agent_name':'The Coder',"
                        + "'task':'Paint','parent_request_id':'r1'}"))
                .isEqualTo(json("{'type':'sub_agent_started','agent_id':'coder','parent_request_id':'r1'}"));
        assertThat(fixture.of("{'type':'reasoning','content':'hm'}")).isNull();
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    @Property(tries = 100)
    void noCanaryLeavesAndEveryEventMeansTheSame(@ForAll long seed) {
        for (var detail : List.of(ErrorDetail.SUMMARY, ErrorDetail.OFF)) {
            for (var source : List.of(MAIN, AGENT)) {
                var events = new Talk(seed).events(40);
                var sent = new RedactorFixture(Defaults.REDACT.with(detail), source).lawfully(events);
                assertThat(sent)
                        .allSatisfy(event -> assertThat(event)
                                .doesNotContainIgnoringCase("canary")
                                .doesNotContainIgnoringCase("yellow"));
                var topic = Source.topic(source.session(), source.agent()).in(Dialects.of("qbit"));
                assertThat(new RedactorFixture(Defaults.REDACT.with(detail), topic).lawfully(sent))
                        .isEqualTo(sent);
            }
        }
    }

    /** Events with a canary wherever content can stand. */
    private static final class Talk {
        private static final List<String> TYPES = List.of(
                "started",
                "user_message",
                "completed",
                "error",
                "tool_request",
                "tool_request",
                "tool_result",
                "tool_result",
                "tool_result",
                "tool_approval_request",
                "tool_auto_approved",
                "tool_denied",
                "sub_agent_started",
                "sub_agent_completed",
                "sub_agent_error",
                "sub_agent_tool_request",
                "sub_agent_tool_result",
                "reasoning",
                "text_delta",
                "plan_updated");

        private final Random random;

        Talk(long seed) {
            random = new Random(seed);
        }

        List<String> events(int count) {
            var events = new ArrayList<String>();
            for (int i = 0; i < count; i++) {
                events.add(event().replace('\'', '"'));
            }
            return events;
        }

        private String event() {
            var fields = new ArrayList<String>();
            fields.add("'type':'" + TYPES.get(random.nextInt(TYPES.size())) + "'");
            fields.add("'_timestamp':" + pick("'2026-01-05T10:00:00.5Z'", "1767607200000", said()));
            fields.add("'tool_name':'" + pick("Bash", "Edit", "run_pty_cmd") + "'");
            fields.add("'request_id':'r" + random.nextInt(6) + "'");
            fields.add("'agent_id':'coder','parent_request_id':'r" + random.nextInt(3) + "'");
            fields.add("'success':" + pick("true", "false", said()));
            fields.add("'source':{'type':" + pick("'main'", "'sub_agent'", "'workflow'") + ",'agent_name':" + said()
                    + "}");
            fields.add("'args':"
                    + pick(
                            "{'command':" + said() + "}",
                            "{'file_path':'/home/" + CANARY + "/a.py'}",
                            said(),
                            "[" + said() + "]",
                            "{'" + CANARY + "':1}"));
            fields.add("'result':"
                    + pick(
                            said(),
                            "{'error':" + said() + "}",
                            "{'" + CANARY + "':" + said() + "}",
                            "[" + said() + "]",
                            "null"));
            for (var key : List.of(
                    "content",
                    "response",
                    "reason",
                    "task",
                    "agent_name",
                    "error",
                    "message",
                    "error_type",
                    "risk_level",
                    "turn_id",
                    "delta",
                    "suggestion",
                    CANARY)) {
                fields.add("'" + key + "':" + said());
            }
            fields.add("'input_tokens':" + pick("3", "null", said()) + ",'duration_ms':5");
            fields.add("'footfall':{'subject':" + said() + ",'chars':9}");
            return "{" + String.join(",", fields) + "}";
        }

        private String said() {
            return "'"
                    + pick(
                            "",
                            "The user doesn't want to ".replace('\'', '’'),
                            "Exit code 1\\n",
                            "timed out ",
                            "No such file or directory: ")
                    + CANARY + pick("", " /srv/" + CANARY, "\\n" + CANARY) + "'";
        }

        private String pick(String... of) {
            return of[random.nextInt(of.length)];
        }
    }
}
