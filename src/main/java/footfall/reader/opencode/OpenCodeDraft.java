package footfall.reader.opencode;

import footfall.line.Block;
import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.Draft;
import footfall.line.LenientJson;
import footfall.scan.JsonScanner;
import java.util.List;
import java.util.Set;

/** An event of an OpenCode session. The text of a part, or its call or result, is the content. */
final class OpenCodeDraft extends Draft {
    static final String CREATED = "session.created";

    /** Of a session that is older than the log, the first one has what its creation has of others. */
    static final String UPDATED = "session.updated";

    static final String MESSAGE = "message.updated";
    static final String PART = "message.part.updated";
    private static final String INVALID = "invalid";

    /** The events whose data matter. */
    private static final Set<String> READ = Set.of(CREATED, UPDATED, MESSAGE, PART);

    /** The type of the event without the version of its form; empty when absent. */
    final String kind;

    private final boolean hasData;
    final OpenCodeFields data;

    /** Of a session or message; without fields for other events. */
    final OpenCodeFields info;

    final OpenCodeFields part;

    /** {@code data}: null when absent. */
    private OpenCodeDraft(Bytes raw, String type, OpenCodeFields data) {
        super(raw);
        this.type = type;
        this.kind = kind(type);
        this.hasData = data != null;
        this.data = hasData ? data : OpenCodeFields.NONE;
        this.info = this.data.info;
        this.part = this.data.part;
    }

    /** Reads the object that is the current value. The data of an event that means nothing is not looked into. */
    static OpenCodeDraft read(JsonScanner json, Bytes raw) {
        String type = null;
        OpenCodeFields data = null;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "type" -> type = json.id();
                case "data" -> data = json.isObject() ? data(json, raw, type) : null;
                default -> {}
            }
        }
        var draft = new OpenCodeDraft(raw, type, data);
        draft.fill();
        return draft;
    }

    private static OpenCodeFields data(JsonScanner json, Bytes raw, String type) {
        return type == null || READ.contains(kind(type)) ? OpenCodeFields.read(json, raw) : OpenCodeFields.NONE;
    }

    /** Without the number of the version behind the last dot. */
    private static String kind(String type) {
        int end = type == null ? 0 : type.length();
        while (end > 0 && isDigit(type.charAt(end - 1))) {
            end--;
        }
        boolean isVersion = end > 0 && end < type.length() && type.charAt(end - 1) == '.';
        return type == null ? "" : isVersion ? type.substring(0, end - 1) : type;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void fill() {
        if (kind.equals(CREATED) || kind.equals(UPDATED)) {
            version = info.version;
            cwd = info.directory;
        } else if (kind.equals(PART)) {
            fillPart();
        }
    }

    private void fillPart() {
        if (isTool()) {
            content = new Content(-1, hasEnded() ? List.of(call(), result()) : List.of(call()));
        } else if (isText(part.text)) {
            content = new Content(part.text.from() - raw.from(), List.of());
        }
    }

    /** Whether it has an object of data. */
    boolean hasData() {
        return hasData;
    }

    boolean isTool() {
        return "tool".equals(part.type) && part.tool != null;
    }

    /** Whether the call has its result. */
    boolean hasEnded() {
        return isError() || "completed".equals(part.state.status);
    }

    boolean isError() {
        return "error".equals(part.state.status);
    }

    /** Whether the model has not written the whole call yet. */
    boolean isPending() {
        return "pending".equals(part.state.status);
    }

    /** Whether the model asked for a tool that does not exist, or wrote no JSON. */
    boolean isInvalid() {
        return INVALID.equals(part.tool);
    }

    private Block call() {
        var block = new Block();
        block.type = "tool_use";
        fill(block);
        return block;
    }

    /** With the call, so that it can also be read by itself. */
    Block result() {
        var block = new Block();
        block.type = "tool_result";
        block.toolUseId = part.id;
        fill(block);
        var said = isError() ? part.state.errorText : part.state.output;
        if (isText(said)) {
            block.contentStart = said.from() - raw.from();
            block.contentEnd = said.to() - raw.from();
        }
        return block;
    }

    private void fill(Block block) {
        block.id = part.id;
        block.name = part.tool;
        var input = part.state.input;
        if (input != null) {
            block.inputStart = input.from() - raw.from();
            block.inputEnd = input.to() - raw.from();
            var asked = isInvalid() ? LenientJson.textOf(input, "tool") : null;
            block.name = asked == null || asked.isEmpty() ? block.name : asked;
        }
    }

    private static boolean isText(Bytes value) {
        return value != null && value.array()[value.from()] == '"';
    }
}
