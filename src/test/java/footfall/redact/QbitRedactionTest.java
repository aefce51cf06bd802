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

/** What leaves of qbit events: events that mean the same, without a word of what was said. */
class QbitRedactionTest {
    private static final String CANARY = "Canary7Yellow";
    private static final Source MAIN = Source.file(new SessionId("s"), null).in(Dialects.of("qbit"));
    private static final Source AGENT =
            Source.file(new SessionId("s"), "coder-r1").in(Dialects.of("qbit"));

    @Property(tries = 100)
    void noCanaryLeavesAndEveryEventMeansTheSame(@ForAll long seed) {
        for (var detail : List.of(RedactRules.ErrorDetail.SUMMARY, RedactRules.ErrorDetail.OFF)) {
            for (var source : List.of(MAIN, AGENT)) {
                var events = new Talk(seed).events(40);
                var sent = new RedactorFixture(Defaults.REDACT.with(detail), source).of(events);
                assertThat(sent)
                        .allSatisfy(event -> assertThat(event)
                                .doesNotContainIgnoringCase("canary")
                                .doesNotContainIgnoringCase("yellow"));
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
