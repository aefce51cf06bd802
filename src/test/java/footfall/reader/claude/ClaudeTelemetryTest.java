package footfall.reader.claude;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.AgentReport;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.SessionId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept of log records, as Claude Code 2.1.332 writes them. */
class ClaudeTelemetryTest {
    private static final String AT = "2026-01-05T10:00:07.133Z";
    private static final Instant TIME = Instant.parse(AT);

    private static AgentReport report(String name, String... more) {
        var attributes = new HashMap<>(Map.of(
                "session.id", "s1",
                "event.timestamp", AT,
                "user.id", "canary",
                "tool_name", "canary",
                "tool_input", "canary",
                "full_command", "canary",
                "prompt", "canary",
                "error", "canary"));
        for (int i = 0; i < more.length; i += 2) {
            attributes.put(more[i], more[i + 1]);
        }
        var report = new Claude().report("claude_code." + name, attributes);
        assertThat(String.valueOf(report)).doesNotContain("canary");
        return report;
    }

    private static Envelope envelope(String agent, String id) {
        return new Envelope(new SessionId("s1"), agent, TIME, id, null, null, null, null, null, null);
    }

    @Test
    void aPersonsAnswerToAQuestionIsKept() {
        var told = report(
                "tool_decision",
                "tool_use_id",
                "t1",
                "source",
                "user_temporary",
                "decision",
                "accept",
                "agent_id",
                "a1");
        assertThat(told)
                .isEqualTo(new AgentReport(
                        new Line.CallTimes(envelope("a1", "answer:t1"), "t1", TIME, 0),
                        "s1.jsonl",
                        "s1/subagents/agent-a1.jsonl"));
        assertThat(report("tool_decision", "tool_use_id", "t1", "source", "config"))
                .isNull();
        assertThat(report("tool_decision", "source", "user_reject")).isNull();
    }

    @Test
    void theTimeThatACallRanIsKept() {
        assertThat(report("tool_result", "tool_use_id", "t1", "duration_ms", "2060")
                        .event())
                .isEqualTo(new Line.CallTimes(envelope(null, "run:t1"), "t1", null, 2060));
    }

    @Test
    void aRequestIsKeptWithWhatItWasForAndTheAgentsCost() {
        var told = report(
                "api_request",
                "request_id",
                "r1",
                "query_source",
                "generate_session_title",
                "cost_usd",
                "4.7999999999999994e-05",
                "ttft_ms",
                "15",
                "duration_ms",
                "144");
        assertThat(told.event())
                .isEqualTo(new Line.Requested(
                        envelope(null, "request:r1"),
                        "generate_session_title",
                        false,
                        false,
                        new OwnCost(new BigDecimal("0.000048"), false),
                        15,
                        144));
        assertThat(report("api_request", "cost_usd", "1")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "repl_main_thread,true",
        "repl_main_thread:outputStyle:custom,true",
        "sdk,true",
        "agent:builtin:general-purpose,true",
        "agentic_search,false",
        "compact,false"
    })
    void requestsOfMessagesAreThoseOfTheAgentAndItsSubagents(String source, boolean isMessage) {
        var told = (Line.Requested)
                report("api_error", "query_source", source, "agent_id", "a1").event();
        assertThat(told.isMessage()).isEqualTo(isMessage);
        assertThat(told.isFailed()).isTrue();
    }

    @Test
    void whatIsNoNameOrNumberIsNotRead() {
        assertThat(report("tool_result", "tool_use_id", "rm -rf x", "duration_ms", "5"))
                .isNull();
        assertThat(report("tool_result", "tool_use_id", "t1", "duration_ms", "1e999999999"))
                .isNull();
        assertThat(report("tool_result", "session.id", "../x", "tool_use_id", "t1", "duration_ms", "5"))
                .isNull();
        var told = (Line.Requested)
                report("api_request", "request_id", "r1", "query_source", "a b").event();
        assertThat(told.source()).isEqualTo("other");
    }

    @Test
    void allOtherRecordsAreDropped() {
        for (var name :
                new String[] {"user_prompt", "assistant_response", "plugin_loaded", "hook_execution_start", ""}) {
            assertThat(report(name, "tool_use_id", "t1", "duration_ms", "5", "request_id", "r1"))
                    .isNull();
        }
    }
}
