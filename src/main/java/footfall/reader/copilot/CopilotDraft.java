package footfall.reader.copilot;

import footfall.line.Block;
import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.Draft;
import footfall.line.LineParser;
import footfall.scan.JsonScanner;
import java.util.List;

/** A line of a Copilot session. The calls of a message, or a result, are its blocks. */
final class CopilotDraft extends Draft {
    static final String START = "session.start";
    static final String RESUME = "session.resume";
    private static final String CHANGE = "session.context_changed";
    static final String PROMPT = "user.message";
    static final String NOTIFICATION = "system.notification";
    static final String MESSAGE = "assistant.message";
    static final String RESULT = "tool.execution_complete";

    final CopilotFields data;

    private CopilotDraft(Bytes raw, CopilotFields line) {
        super(raw);
        data = line.in("data");
        type = line.text("type");
        uuid = line.text("id");
        parentUuid = line.text("parentId");
        timestamp = line.text("timestamp");
        agent = line.text("agentId");
    }

    /** Reads the object that is the current value. */
    static CopilotDraft read(JsonScanner json, Bytes raw) {
        var draft = new CopilotDraft(raw, CopilotFields.read(json, raw));
        draft.fill();
        return draft;
    }

    private void fill() {
        switch (type == null ? "" : type) {
            case START, RESUME -> {
                session = data.text("sessionId");
                version = data.text("copilotVersion");
                cwd = data.in("context").folder;
            }
            case CHANGE -> cwd = data.folder;
            case PROMPT -> {
                promptId = data.text("interactionId");
                content = new Content(textStart(), List.of());
            }
            case NOTIFICATION -> content = new Content(textStart(), List.of());
            case MESSAGE -> content = new Content(textStart(), data.requests);
            case RESULT -> content = new Content(-1, List.of(result()));
            default -> {}
        }
    }

    private int textStart() {
        var said = data.value("content");
        return isText(said) ? said.from() - raw.from() : -1;
    }

    private static boolean isText(Bytes value) {
        return value != null && value.array()[value.from()] == '"';
    }

    /** Whether a call ended well, as far as its command may tell otherwise. */
    boolean isSuccess() {
        return !data.is("success", false);
    }

    private Block result() {
        var block = new Block();
        block.type = "tool_result";
        block.toolUseId = data.text("toolCallId");
        var text = isSuccess()
                ? data.in("result").value("content")
                : data.in("error").value("message");
        if (isText(text)) {
            block.contentStart = text.from() - raw.from();
            block.contentEnd = text.to() - raw.from();
        }
        return block;
    }

    /** A text of the data, decoded; empty when absent. */
    String said(String name) {
        var said = data.value(name);
        return isText(said) ? LineParser.textAt(said, 0) : "";
    }
}
