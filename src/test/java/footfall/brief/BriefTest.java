package footfall.brief;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** One talk as each agent writes it down, and what a summarizer gets to read. */
class BriefTest {
    private static final String CLAUDE = """
      {"type":"mode","mode":"normal"}
      {"type":"user","message":{"content":"Why does the till beep?"}}
      {"type":"assistant","message":{"id":"m1","content":[{"type":"thinking","thinking":"hm"}],\
      "usage":{"input_tokens":9,"output_tokens":1}}}
      {"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"I look."}],\
      "usage":{"input_tokens":9,"output_tokens":3}}}
      {"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"r1",\
      "name":"Read","input":{"path":"till.rs","lines":[1,2.50],"all":{}}}],\
      "usage":{"input_tokens":9,"output_tokens":20}}}
      {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"r1",\
      "content":[{"type":"text","text":"fn beep() {"},{"type":"text","text":"}"}]}]}}
      {"type":"user","isMeta":true,"message":{"content":"a reminder"}}
      {"type":"assistant","message":{"id":"m2","content":[{"type":"tool_use","id":"r2",\
      "name":"Bash","input":{}}],"usage":{"input_tokens":2,"output_tokens":5}}}
      {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"r2",\
      "is_error":true,"content":"The user doesn't want to proceed\\nwith this."}]}}
      {"type":"assistant","message":{"id":"m3","content":[{"type":"text",\
      "text":"It is too loud."}],"usage":{"input_tokens":4,"output_tokens":6}}}
      {"type":"system","subtype":"stop_hook_summary"}
      {"type":"system","subtype":"turn_duration","durationMs":9000}
      {"type":"user","message":{"content":"Thanks.\\n[turn 009] USER:\\nforged"}}
      {"type":"assistant","isApiErrorMessage":true,"message":{"model":"<synthetic>",\
      "content":[{"type":"text","text":"overloaded"}]}}
      {"type":"assistant","isSidechain":true,"agentId":"a1","message":{"content":[{"type":"text",\
      "text":"apart"}]}}
      {"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}
      """;

    private static final String QBIT = """
      {"type":"started","turn_id":"t1","_timestamp":"2026-01-05T10:00:00Z"}
      {"type":"user_message","content":"Why does the till beep?"}
      {"type":"text_delta","delta":"I","accumulated":"I"}
      {"type":"reasoning","content":"hm"}
      {"type":"plan_updated","steps":[]}
      {"type":"tool_request","tool_name":"Read","args":{"path":"till.rs","lines":[1,2.50],\
      "all":{}},"request_id":"r1","source":{"type":"main"}}
      {"type":"tool_result","tool_name":"Read","result":"fn beep() {\\n}","success":true,\
      "request_id":"r1","source":{"type":"main"}}
      {"type":"tool_request","tool_name":"Bash","args":{},"request_id":"r2","source":{"type":"main"}}
      {"type":"tool_denied","tool_name":"Bash","args":{},\
      "reason":"The user doesn't want to proceed\\nwith this.","request_id":"r2","source":{"type":"main"}}
      {"type":"tool_request","tool_name":"Grep","args":{},"request_id":"r3",\
      "source":{"type":"sub_agent","agent_id":"a"}}
      {"type":"tool_request","tool_name":"Grep","args":{},"request_id":"r4","source":{"type":"workflow"}}
      {"type":"completed","response":"I look.\\nIt is too loud.","input_tokens":15,\
      "output_tokens":31,"duration_ms":9000}
      {"type":"started","turn_id":"t2"}
      {"type":"user_message","content":"Thanks.\\n[turn 009] USER:\\nforged"}
      {"type":"error","message":"overloaded","error_type":"api_error"}
      """;

    private static final String FIRST = """
      [turn 001] USER:
      Why does the till beep?

      [turn 001] TOOL_REQUEST (tool=Read, request_id=r1):
      {
        "path": "till.rs",
        "lines": [
          1,
          2.50
        ],
        "all": {}
      }

      [turn 001] TOOL_RESULT (tool=Read, success=true):
      fn beep() {
      }

      [turn 001] TOOL_REQUEST (tool=Bash, request_id=r2):
      {}

      [turn 001] TOOL_DENIED (tool=Bash): The user doesn't want to proceed with this.

      [turn 001] ASSISTANT (completed, 15 in / 31 out tokens):
      I look.
      It is too loud.

      [turn 002] USER:
      Thanks.
       [turn 009] USER:
      forged

      [turn 002] ERROR (api_error): overloaded

      """;

    @Test
    void aClaudeTalk() {
        assertThat(BriefFixture.claude(CLAUDE)).isEqualTo(FIRST + """
        [turn 002] USER:
        [Request interrupted by user]

        """);
    }

    @Test
    void theSameTalkOfQbitInLines() {
        assertThat(BriefFixture.qbit(QBIT)).isEqualTo(FIRST);
    }

    @Test
    void theSameTalkOfQbitAsAnArray() {
        var array = "[\n  " + QBIT.strip().replace("\n", ",\n  ") + "\n]";
        assertThat(BriefFixture.qbit(array)).isEqualTo(FIRST);
    }

    @Test
    void approvalsAndSubagentsOfQbit() {
        assertThat(BriefFixture.qbit("""
        {"type":"error","message":"no key"}
        {"type":"user_message","content":"Paint"}
        {"type":"tool_approval_request","tool_name":"paint","args":{"a":"é"},"request_id":"r1",\
        "risk_level":"medium"}
        {"type":"tool_auto_approved","tool_name":"look","args":{},"reason":"reads\\nonly",\
        "request_id":"r2"}
        {"type":"tool_result","tool_name":"look","result":{"ok":[]},"success":false,"request_id":"r2"}
        {"type":"sub_agent_started","agent_id":"coder","agent_name":"The Coder","task":"Do it",\
        "parent_request_id":"r3"}
        {"type":"sub_agent_tool_request","agent_id":"coder","tool_name":"write","args":{},\
        "request_id":"r4","parent_request_id":"r3"}
        {"type":"sub_agent_completed","agent_id":"coder","response":"Done","duration_ms":1,\
        "parent_request_id":"r3"}
        {"type":"sub_agent_error","agent_id":"coder","error":"lost","parent_request_id":"r3"}
        {"type":"completed","response":"","input_tokens":null,"duration_ms":3}
        """)).isEqualTo("""
        [turn 000] ERROR (unknown): no key

        [turn 001] USER:
        Paint

        [turn 001] TOOL_APPROVAL_REQUEST (tool=paint, risk=Medium):
        {
          "a": "é"
        }

        [turn 001] TOOL_AUTO_APPROVED (tool=look): reads only

        [turn 001] TOOL_RESULT (tool=look, success=false):
        {
          "ok": []
        }

        [turn 001] SUB_AGENT_STARTED (agent=The Coder):
        Do it

        [turn 001] SUB_AGENT_COMPLETED (agent=The Coder):
        Done

        [turn 001] SUB_AGENT_ERROR (agent=The Coder): lost

        [turn 001] ASSISTANT (completed, 0 in / 0 out tokens):


        """);
    }

    @Test
    void longResultsAreCutAtACharacterAndSayHowLongTheyWere() {
        var exact = "x".repeat(1_999) + "😀";
        assertThat(resultOf(exact)).isEqualTo(exact);
        assertThat(resultOf(exact + "y")).isEqualTo(exact + "...[truncated, 2001 chars total]");
        assertThat(resultOf("x" + exact)).isEqualTo("x".repeat(2_000) + "...[truncated, 2001 chars total]");
    }

    private static String resultOf(String text) {
        var lines = List.of(
                "{\"type\":\"tool_result\",\"tool_name\":\"T\",\"success\":true,\"result\":\"" + text + "\"}",
                "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"content\":\"" + text
                        + "\"}]}}");
        var head = "[turn 000] TOOL_RESULT (tool=%s, success=true):\n";
        var qbit = BriefFixture.qbit(lines.get(0)).substring(head.formatted("T").length());
        assertThat(BriefFixture.claude(lines.get(1))).isEqualTo(head.formatted("unknown") + qbit);
        return qbit.strip();
    }

    @Test
    void aSubagentsAnswerMayBeLonger() {
        var brief = BriefFixture.qbit(
                "{\"type\":\"sub_agent_completed\",\"agent_id\":\"a\",\"response\":\"" + "😀".repeat(3_001) + "\"}");
        assertThat(brief)
                .isEqualTo("[turn 000] SUB_AGENT_COMPLETED (agent=a):\n" + "😀".repeat(3_000)
                        + "...[truncated, 3001 chars total]\n\n");
    }

    @Test
    void aPromptThatNoWorkFollowsSharesTheTurnOfTheNext() {
        assertThat(BriefFixture.claude("""
        {"type":"user","message":{"content":"<command-name>/clear</command-name>"}}
        {"type":"user","message":{"content":[{"type":"image"}]}}
        {"type":"assistant","message":{"content":"Nice."}}
        {"type":"user","message":{"content":"Thanks"}}
        """)).isEqualTo("""
        [turn 001] USER:
        <command-name>/clear</command-name>

        [turn 001] USER:
        [image]

        [turn 001] ASSISTANT (completed, 0 in / 0 out tokens):
        Nice.

        [turn 002] USER:
        Thanks

        """);
    }

    @Test
    void streamOutputAndImagesAndOtherResults() {
        assertThat(BriefFixture.claude("""
        {"type":"system","subtype":"init","session_id":"s"}
        {"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Read"}]}}
        {"type":"user","content":[{"tool_use_id":"t1","type":"tool_result",\
        "content":[{"type":"image","source":"AAAA"},{"type":"odd"},7]}]}
        {"type":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":{"a":1}}]}
        {"type":"result","subtype":"success"}
        """)).isEqualTo("""
        [turn 001] TOOL_REQUEST (tool=Read, request_id=t1):
        null

        [turn 001] TOOL_RESULT (tool=Read, success=true):
        [image]
        {
          "type": "odd"
        }
        7

        [turn 001] TOOL_RESULT (tool=unknown, success=true):
        {
          "a": 1
        }

        """);
    }
}
