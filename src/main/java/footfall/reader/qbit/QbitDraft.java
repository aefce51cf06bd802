package footfall.reader.qbit;

import footfall.line.Block;
import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.Draft;
import footfall.line.Usage;
import footfall.scan.JsonScanner;
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

    private static final double MILLISECONDS_MAX = 0x1p53;

    private final Draft draft;
    private final Block block = new Block();
    private final long[] tokens = new long[2];
    private int messageStart = -1;
    private int taskStart = -1;

    /** The reason of a denial, in its content. */
    private final Block reason = new Block();

    private QbitDraft(Draft draft) {
        this.draft = draft;
    }

    /** Reads the object that is the current value. */
    static Draft read(JsonScanner json, Bytes raw) {
        var event = new QbitDraft(new Draft(raw));
        for (json.fields(); json.nextField(); ) {
            event.field(json.name(), json);
        }
        return event.done();
    }

    private void field(String name, JsonScanner json) {
        switch (name) {
            case "type" -> draft.type = json.text();
            case "_timestamp" -> draft.timestamp = timestamp(json);
            case "content" -> messageStart = json.textStart();
            case "task" -> taskStart = json.textStart();
            case "tool_name" -> block.name = json.text();
            case "request_id" -> block.id = json.id();
            case "success" -> block.error = json.isFalse();
            case "source" -> draft.subtype = json.in("type").text();
            case "agent_id" -> draft.agent = json.id();
            case "parent_request_id" -> draft.parentToolUseId = json.id();
            case "input_tokens" -> tokens[0] = json.count();
            case "output_tokens" -> tokens[1] = json.count();
            case "duration_ms" -> draft.durationMs = json.count();
            case "args" -> block.input(json);
            case "result" -> block.content(json);
            case "reason" -> reason.content(json);
            default -> {}
        }
    }

    /** The oldest form is milliseconds since 1970. */
    private static String timestamp(JsonScanner json) {
        if (!json.isWhole()) {
            return json.text();
        }
        double milliseconds = Double.parseDouble(json.written());
        boolean isTime = milliseconds > 0 && milliseconds <= MILLISECONDS_MAX;
        return isTime ? Instant.ofEpochMilli((long) milliseconds).toString() : null;
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
            block.contentStart = reason.contentStart;
            block.contentEnd = reason.contentEnd;
        }
        int said = type.equals("sub_agent_started") ? taskStart : messageStart;
        draft.content = block.type == null ? new Content(said, List.of()) : new Content(-1, List.of(block));
        return draft;
    }
}
