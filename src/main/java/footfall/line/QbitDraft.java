package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Reads one event of the qbit dialect, whose fields are flat in one object, into a draft like that of a
 * claude line with one block.
 */
final class QbitDraft {
    static final Set<String> CALLS =
            Set.of("tool_request", "tool_approval_request", "tool_auto_approved", "sub_agent_tool_request");
    static final Set<String> RESULTS = Set.of("tool_result", "sub_agent_tool_result");
    static final String DENIED = "tool_denied";

    private final Draft draft;
    private final Block block = new Block();
    private final long[] tokens = new long[2];
    private int messageStart = -1;
    private int taskStart = -1;
    private int reasonStart = -1;
    private int reasonEnd = -1;

    private QbitDraft(Draft draft) {
        this.draft = draft;
    }

    /** Reads the object whose START_OBJECT is the current token, to its end. */
    static Draft read(JsonParser json, Bytes raw) throws IOException {
        var event = new QbitDraft(new Draft(raw));
        var token = json.nextToken();
        while (token != JsonToken.END_OBJECT) {
            var name = json.currentName();
            json.nextToken();
            token = event.field(name, json);
        }
        return event.done();
    }

    /**
     * Reads one value and advances to the next token, which marks the end of a string that was not decoded.
     */
    private JsonToken field(String name, JsonParser json) throws IOException {
        int start = LenientJson.start(json);
        boolean isText = json.currentToken() == JsonToken.VALUE_STRING;
        switch (name) {
            case "type" -> draft.type = LenientJson.text(json);
            case "_timestamp" -> draft.timestamp = timestamp(json);
            case "content" -> messageStart = isText ? start : -1;
            case "task" -> taskStart = isText ? start : -1;
            case "tool_name" -> block.name = LenientJson.text(json);
            case "request_id" -> block.id = LenientJson.id(json);
            case "success" -> block.error = json.currentToken() == JsonToken.VALUE_FALSE;
            case "source" -> LenientJson.field(json, "type", value -> draft.subtype = LenientJson.text(value));
            case "agent_id" -> draft.agent = LenientJson.id(json);
            case "parent_request_id" -> draft.parentToolUseId = LenientJson.id(json);
            case "input_tokens" -> tokens[0] = LenientJson.number(json);
            case "output_tokens" -> tokens[1] = LenientJson.number(json);
            case "duration_ms" -> draft.durationMs = LenientJson.number(json);
            case "footfall" -> derived(json);
            default -> {}
        }
        json.skipChildren();
        var next = json.nextToken();
        place(name, start, json);
        return next;
    }

    private void place(String name, int start, JsonParser json) {
        switch (name) {
            case "args" -> {
                block.inputStart = start;
                block.inputEnd = endBefore(json);
            }
            case "result" -> {
                block.contentStart = start;
                block.contentEnd = endBefore(json);
            }
            case "reason" -> {
                reasonStart = start;
                reasonEnd = endBefore(json);
            }
            default -> {}
        }
    }

    private int endBefore(JsonParser json) {
        return draft.raw.valueEndBefore(LenientJson.start(json));
    }

    private void derived(JsonParser json) throws IOException {
        draft.derived = DerivedFields.read(json);
        block.derived = draft.derived;
    }

    /** The oldest form is milliseconds since 1970. */
    private static String timestamp(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            long milliseconds = LenientJson.isInRange(json) ? LenientJson.number(json) : 0;
            return milliseconds == 0 ? null : Instant.ofEpochMilli(milliseconds).toString();
        }
        return LenientJson.text(json);
    }

    private Draft done() {
        var type = draft.type == null ? "" : draft.type;
        draft.usage = new Usage(tokens[0], tokens[1], 0, 0, 0);
        if (CALLS.contains(type)) {
            block.type = "tool_use";
        } else if (RESULTS.contains(type)) {
            block.type = "tool_result";
            block.toolUseId = block.id;
        } else if (type.equals(DENIED)) {
            block.type = "tool_result";
            block.toolUseId = block.id;
            block.error = true;
            block.contentStart = reasonStart;
            block.contentEnd = reasonEnd;
        }
        int said = type.equals("sub_agent_started") ? taskStart : messageStart;
        draft.content = block.type == null ? new Content(said, List.of()) : new Content(-1, List.of(block));
        return draft;
    }
}
