package footfall.testkit;

import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** As Claude Code writes it: a line for each message, and a hook's progress beside each call. */
final class MadeClaude extends MadeTalk {
    private static final Map<String, Object> USAGE = map(
            "input_tokens",
            4,
            "cache_creation_input_tokens",
            800,
            "cache_read_input_tokens",
            22_000,
            "output_tokens",
            90,
            "service_tier",
            "standard");
    private String last;

    MadeClaude(Writer out, int number, Instant first) {
        super(out, number, first);
    }

    @Override
    public Path name() {
        return Path.of("projects", "-home-dev-pool", session + ".jsonl");
    }

    @Override
    public void start(String instructions) {}

    @Override
    public void prompt(String text) {
        said("user", map("role", "user", "content", text));
    }

    @Override
    public void call(String id, String command) {
        message(
                "assistant",
                map("type", "tool_use", "id", id, "name", "Bash", "input", Map.of("command", command)),
                "tool_use");
        said("progress", map("type", "hook_progress", "hookEvent", "PreToolUse", "hookName", "PreToolUse:Bash"));
    }

    @Override
    public void result(String id, String text, boolean hasFailed) {
        var result = map("type", "tool_result", "tool_use_id", id, "content", text, "is_error", hasFailed);
        said("user", map("role", "user", "content", List.of(result)), "toolUseResult", map("stdout", text));
    }

    @Override
    public void answer(String text) {
        message("assistant", map("type", "text", "text", text), "end_turn");
    }

    private void message(String role, Map<String, Object> block, String stop) {
        said(
                role,
                map(
                        "id",
                        next("e"),
                        "role",
                        role,
                        "model",
                        "claude-sonnet-4-5",
                        "content",
                        List.of(block),
                        "stop_reason",
                        stop,
                        "usage",
                        USAGE));
    }

    private void said(String type, Map<String, Object> what, Object... more) {
        var uuid = next("f");
        var line = map("parentUuid", last, "isSidechain", false, "userType", "external", "cwd", "/home/dev/pool");
        line.putAll(map("sessionId", session, "version", "2.1.62", "gitBranch", "main", "type", type));
        line.put(type.equals("progress") ? "data" : "message", what);
        line.putAll(map("uuid", uuid, "timestamp", now()));
        line.putAll(map(more));
        line(line);
        last = uuid;
    }
}
