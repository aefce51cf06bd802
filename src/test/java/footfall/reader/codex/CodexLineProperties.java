package footfall.reader.codex;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.line.Bytes;
import footfall.redact.RedactionLaw;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Any object is read or rejected, and what leaves of it says the same. */
class CodexLineProperties {
    private static final List<String> KEYS = List.of(
            "type",
            "payload",
            "item",
            "id",
            "call_id",
            "turn_id",
            "thread_id",
            "name",
            "namespace",
            "arguments",
            "input",
            "action",
            "output",
            "result",
            "error",
            "success",
            "status",
            "exit_code",
            "stderr",
            "content",
            "message",
            "images",
            "info",
            "usage",
            "last_token_usage",
            "total_token_usage",
            "input_tokens",
            "cached_input_tokens",
            "metadata",
            "source",
            "started_at_ms",
            "duration_ms",
            "ordinal",
            "role",
            "phase",
            "model",
            "kind",
            "tool",
            "server",
            "receiver_thread_ids",
            "agent_thread_id",
            "trigger_turn",
            "changes",
            "command");
    private static final List<String> WORDS = List.of(
            "session_meta",
            "response_item",
            "event_msg",
            "turn_context",
            "token_usage_record",
            "message",
            "function_call",
            "custom_tool_call",
            "function_call_output",
            "web_search_call",
            "user_message",
            "task_complete",
            "turn_aborted",
            "token_count",
            "item_completed",
            "exec_command_end",
            "CommandExecution",
            "FileChange",
            "McpToolCall",
            "CollabAgentToolCall",
            "UserMessage",
            "SubAgentActivity",
            "started",
            "spawn_agent",
            "failed",
            "assistant",
            "user",
            "final_answer",
            "write_stdin",
            "exec",
            "exec-1",
            "shell",
            "apply_patch",
            "mcp__x",
            CodexFile.THREAD,
            "{\"cmd\":\"ls\",\"session_id\":7}",
            "{\"output\":\"no\",\"metadata\":{\"exit_code\":3}}",
            "Wall time: 1\\nProcess running with session ID 7\\nOutput:\\n",
            "Exit code: 1\\nOutput:\\nno",
            "aborted by user",
            "rejected by user",
            "*** Update File: a.py\\n",
            "",
            " ",
            "\\u0000é\\ud800");

    @Provide
    Arbitrary<String> objects() {
        return object(Arbitraries.lazyOf(
                () -> scalars(),
                () -> scalars(),
                () -> object(scalars()),
                () -> object(object(scalars())),
                () -> scalars().list().ofMaxSize(2).map(values -> "[" + String.join(",", values) + "]")));
    }

    private static Arbitrary<String> scalars() {
        var words = Arbitraries.of(WORDS).map(word -> "\"" + word.replace("\"", "\\\"") + "\"");
        return Arbitraries.frequencyOf(
                Tuple.of(4, words),
                Tuple.of(
                        1,
                        Arbitraries.of("null", "true", "false", "0", "-1", "7", "2.5", "9007199254740992", "1e300")));
    }

    private static Arbitrary<String> object(Arbitrary<String> values) {
        return Arbitraries.maps(Arbitraries.of(KEYS), values)
                .ofMinSize(1)
                .ofMaxSize(7)
                .map(fields -> {
                    var json = new StringBuilder("{");
                    fields.forEach((key, value) -> json.append(json.length() == 1 ? "" : ", ")
                            .append('"')
                            .append(key)
                            .append("\": ")
                            .append(value));
                    return json.append('}').toString();
                });
    }

    /** A line whose type and payload's type are mostly known ones. */
    @Provide
    Arbitrary<String> lines() {
        var items = Arbitraries.of(
                "\"message\",\"role\":\"assistant\"",
                "\"message\",\"role\":\"user\"",
                "\"function_call\",\"name\":\"shell\"",
                "\"custom_tool_call\",\"name\":\"exec\"",
                "\"web_search_call\"",
                "\"function_call_output\"",
                "\"agent_message\"");
        var events = Arbitraries.of(
                "\"task_complete\"",
                "\"turn_aborted\"",
                "\"user_message\"",
                "\"token_count\"",
                "\"exec_command_end\"",
                "\"patch_apply_end\"",
                "\"item_completed\",\"item\":{\"type\":\"CommandExecution\",\"id\":\"exec-1\",\"stderr\":\"x\"}",
                "\"item_completed\",\"item\":{\"type\":\"McpToolCall\",\"id\":\"c\",\"status\":\"failed\"}",
                "\"item_completed\",\"item\":{\"type\":\"UserMessage\",\"content\":[{\"text\":\"a\",\"type\":\"text\"}]"
                        + "}");
        var whole = Arbitraries.of(
                        "'response_item','payload':{'type':'function_call_output','call_id':'c','output':"
                                + "'Exit code: 1\\nOutput:\\nno'}",
                        "'response_item','payload':{'type':'function_call_output','output':"
                                + "'Process running with session ID 7\\nOutput:\\n'}",
                        "'response_item','payload':{'type':'function_call','name':'write_stdin','call_id':'c',"
                                + "'arguments':'{\\'session_id\\':7}'}",
                        "'response_item','payload':{'type':'function_call_output','call_id':'c','output':"
                                + "'{\\'agent_id\\':\\'" + CodexFile.THREAD + "\\'}'}",
                        "'event_msg','payload':{'type':'token_count','info':{'total_token_usage':{'input_tokens':7},"
                                + "'last_token_usage':{'input_tokens':5,'cached_input_tokens':2}}}",
                        "'event_msg','payload':{'type':'user_message','message':'go','images':[]}")
                .map(line -> ("{'type':" + line + "}").replace('\'', '"'));
        var known = Arbitraries.oneOf(
                items.map(type -> "\"type\":\"response_item\",\"payload\":{\"type\":" + type),
                events.map(type -> "\"type\":\"event_msg\",\"payload\":{\"type\":" + type));
        return Arbitraries.oneOf(
                whole,
                objects(),
                Combinators.combine(known, objects()).as((head, more) -> "{" + head + "," + more.substring(1) + "}"));
    }

    @Property
    void whatLeavesOfALineSaysTheSame(@ForAll("lines") String json) {
        var head = "{\"type\":\"session_meta\",\"payload\":{\"id\":\"" + CodexFile.THREAD + "\"}}";
        new RedactionLaw("codex")
                .assertTurnsStay(List.of(head.getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8)));
    }

    /** The same text as a block is decoded to its end. */
    @Property
    void theFirstLinesOfAnOutputSayWhatAllOfItSays(@ForAll("outputs") String text) throws JsonProcessingException {
        var string = new ObjectMapper().writeValueAsString(text);
        assertThat(CodexOutcome.ofOutput(Bytes.of(string.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(CodexOutcome.ofOutput(
                        Bytes.of(("[{\"text\":" + string + "}]").getBytes(StandardCharsets.UTF_8))));
    }

    @Provide
    Arbitrary<String> outputs() {
        return Arbitraries.of(
                        "Exit code: 0",
                        "Process exited with code 3",
                        "Process running with session ID 7",
                        "Output:",
                        "\n",
                        "\n",
                        "\\",
                        "\"",
                        "{",
                        "é",
                        "error: ",
                        "Wall time: 1",
                        "x".repeat(190),
                        "\\n".repeat(99))
                .list()
                .ofMaxSize(9)
                .map(parts -> String.join("", parts));
    }
}
