package footfall.reader.codex;

import footfall.line.Block;
import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.Draft;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A line of a Codex rollout, read from each of its three forms. A line of the bare form is read as if it were the
 * payload of a line of the later ones. A call or a result is one block.
 */
final class CodexDraft extends Draft {
    /** The type of a line with an item of the conversation. */
    static final String ITEM = "response_item";

    static final String HEAD = "session_meta";
    static final String CONTEXT = "turn_context";
    static final String SETTINGS = "thread_settings";
    static final String TIER = "service_tier";
    static final String SURROUNDINGS = "environment_context";

    private static final Pattern FOLDER =
            Pattern.compile("<cwd>(.*?)</cwd>|^Current working directory: (.*)$", Pattern.MULTILINE);

    static final Set<String> CALLS = Set.of(
            "function_call",
            "custom_tool_call",
            "local_shell_call",
            "tool_search_call",
            "web_search_call",
            "image_generation_call");
    static final Set<String> END_EVENTS = Set.of("exec_command_end", "patch_apply_end", "mcp_tool_call_end");
    static final Set<String> END_ITEMS = Set.of(
            "CommandExecution",
            "FileChange",
            "McpToolCall",
            "CollabAgentToolCall",
            "DynamicToolCall",
            "ImageView",
            "WebSearch");
    private static final String OUTPUT = "_output";
    /** The fields with the input of a call; the first that is there counts. */
    private static final List<String> INPUTS = List.of("arguments", "input", "action", "command", "changes", "path");

    /** Those that are a field of the input themselves. */
    private static final Set<String> INPUT_FIELDS = Set.of("command", "changes", "path");

    /** The beginning of the IDs of calls that scripts make. */
    private static final String NESTED = "exec-";

    /** The texts of an end event; the first that is not empty counts. */
    private static final List<String> TEXTS = List.of("aggregated_output", "stderr", "stdout", "result", "error");

    /** The fields of the line, and of its payload, which in the bare form is the line itself. */
    final CodexFields line;

    final CodexFields body;

    /** The object that the payload is about: its item, else itself. */
    final CodexFields item;

    final boolean isBare;

    private CodexDraft(Bytes raw, CodexFields line) {
        super(raw);
        this.line = line;
        this.isBare = line.inner == null;
        this.body = isBare ? line : line.inner;
        this.item = isBare || body.inner == null ? body : body.inner;
    }

    /** Reads the object that is the current value. */
    static CodexDraft read(JsonScanner json, Bytes raw) {
        var draft = new CodexDraft(raw, CodexFields.read(json, raw, "payload"));
        draft.fill();
        return draft;
    }

    private void fill() {
        type = isBare ? bareType() : line.text("type");
        subtype = isBare && !ITEM.equals(type) ? null : body.text("type");
        timestamp = line.text("timestamp");
        model = body.text("model");
        durationMs = Math.max(0, body.number("duration_ms", 0));
        usage = body.tokens.used();
        if (isCall()) {
            content = new Content(-1, List.of(call(CodexTool.of(subtype, body), body.first("call_id", "id"), body)));
        } else if (isNested()) {
            content = new Content(-1, List.of(call(CodexTool.ofItem(item), item.text("id"), item), result()));
        } else if (isOutput() || isEnd()) {
            content = new Content(-1, List.of(result()));
        } else {
            var message = item.value("message");
            boolean isText = message != null && message.array()[message.from()] == '"';
            content = isText ? new Content(message.from() - raw.from(), List.of()) : item.content;
        }
        cwd = folder();
    }

    /** The working directory of the lines after this one. That of a single command is none. */
    private String folder() {
        if (HEAD.equals(type) || CONTEXT.equals(type)) {
            return body.folder;
        } else if (!isBare || !"message".equals(subtype) || !"user".equals(body.text("role"))) {
            return body.settingsFolder;
        }
        var found = text().startsWith("<" + SURROUNDINGS + ">") ? FOLDER.matcher(text()) : null;
        if (found == null || !found.find()) {
            return null;
        }
        return (found.group(1) == null ? found.group(2) : found.group(1)).strip();
    }

    /** Null for a line of an unknown form. */
    private String bareType() {
        if (line.text("record_type") != null) {
            return "record";
        } else if (isHead()) {
            return HEAD;
        }
        return line.text("type") == null ? null : ITEM;
    }

    /** Whether a bare line is the first of its file. */
    private boolean isHead() {
        return line.text("type") == null && line.text("id") != null && line.text("timestamp") != null;
    }

    boolean isItem() {
        return ITEM.equals(type) && subtype != null;
    }

    boolean isCall() {
        return isItem() && CALLS.contains(subtype);
    }

    /** Whether the line has the output of a call, as the model gets it. */
    boolean isOutput() {
        return isItem() && subtype.endsWith(OUTPUT);
    }

    /** Whether the line reports the end of a call. */
    boolean isEnd() {
        if (!"event_msg".equals(type) || subtype == null) {
            return false;
        }
        var kind = item == body ? null : item.text("type");
        return END_EVENTS.contains(subtype)
                || subtype.equals("item_completed") && kind != null && END_ITEMS.contains(kind);
    }

    /** Whether the end of a call is that of one that a script made: then the line contains the call too. */
    boolean isNested() {
        var id = isEnd() && item != body ? item.text("id") : null;
        return id != null && id.startsWith(NESTED) && CodexTool.ofItem(item) != null;
    }

    private Block call(String tool, String id, CodexFields fields) {
        var block = new Block();
        block.type = "tool_use";
        block.name = tool;
        block.id = id;
        for (var name : INPUTS) {
            var value = fields.value(name);
            if (value != null) {
                block.inputStart = value.from() - raw.from();
                block.inputEnd = value.to() - raw.from();
                block.inputField = INPUT_FIELDS.contains(name) ? name : null;
                break;
            }
        }
        return block;
    }

    private Block result() {
        var block = new Block();
        block.type = "tool_result";
        block.toolUseId = isOutput() || item == body ? body.text("call_id") : item.text("id");
        for (var name : isOutput() ? List.of("output") : TEXTS) {
            var value = item.value(name);
            if (value != null && (isOutput() || value.length() > 2)) {
                block.contentStart = value.from() - raw.from();
                block.contentEnd = value.to() - raw.from();
                break;
            }
        }
        return block;
    }

    Block callBlock() {
        return content.blocks().get(0);
    }

    Block resultBlock() {
        return content.blocks().get(content.blocks().size() - 1);
    }
}
