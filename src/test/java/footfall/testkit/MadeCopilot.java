package footfall.testkit;

import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** As Copilot writes it: an event for each step, and a call's result twice. */
final class MadeCopilot extends MadeTalk {
    private static final String MODEL = "gpt-5-mini";
    private String last;

    MadeCopilot(Writer out, int number, Instant first) {
        super(out, number, first);
    }

    @Override
    public Path name() {
        return Path.of("session-state", session, "events.jsonl");
    }

    @Override
    public void start(String instructions) {
        var context = map("cwd", "/home/dev/pool", "gitRoot", "/home/dev/pool", "branch", "main");
        event("session.start", map("sessionId", session, "version", 1, "copilotVersion", "1.0.78", "context", context));
        event("session.model_change", map("newModel", MODEL));
        event("system.message", map("role", "system", "content", instructions));
    }

    @Override
    public void prompt(String text) {
        event(
                "user.message",
                map("content", text, "attachments", List.of(), "delivery", "idle", "interactionId", next("a")));
    }

    @Override
    public void call(String id, String command) {
        var arguments = Map.of("command", command);
        event("assistant.turn_start", map("turnId", "0", "interactionId", "i"));
        message("", List.of(map("toolCallId", id, "name", "bash", "arguments", arguments, "type", "function")));
        event(
                "tool.execution_start",
                map("toolCallId", id, "toolName", "bash", "arguments", arguments, "turnId", "0", "model", MODEL));
    }

    @Override
    public void result(String id, String text, boolean hasFailed) {
        var ended = text + "\n<shellId: 0 completed with exit code " + (hasFailed ? 1 : 0) + ">";
        var result = map("content", ended, "detailedContent", ended);
        event("tool.execution_complete", map("toolCallId", id, "success", true, "result", result, "turnId", "0"));
        event("assistant.turn_end", map("turnId", "0"));
    }

    @Override
    public void answer(String text) {
        event("assistant.turn_start", map("turnId", "0", "interactionId", "i"));
        message(text, List.of());
        event("assistant.turn_end", map("turnId", "0"));
    }

    private void message(String text, List<Map<String, Object>> calls) {
        var data = map("messageId", next("d"), "model", MODEL, "content", text, "interactionId", "i", "turnId", "0");
        data.putAll(map("toolRequests", calls, "outputTokens", 30));
        event("assistant.message", data);
    }

    private void event(String type, Map<String, Object> data) {
        var id = next("e");
        line(map("type", type, "data", data, "id", id, "timestamp", now(), "parentId", last));
        last = id;
    }
}
