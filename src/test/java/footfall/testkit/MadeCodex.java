package footfall.testkit;

import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** As Codex writes it: a line for each item, and the prompts, boundaries and counts beside them as events. */
final class MadeCodex extends MadeTalk {
    private String task;
    private int tokens;

    MadeCodex(Writer out, int number, Instant first) {
        super(out, number, first);
    }

    @Override
    public Path name() {
        return Path.of("sessions", "2026", "01", "05", "rollout-2026-01-05T10-00-00-" + session + ".jsonl");
    }

    @Override
    public void start(String instructions) {
        var meta = map("id", session, "timestamp", now(), "cwd", "/home/dev/pool", "cli_version", "0.120.0");
        meta.put("source", "cli");
        meta.put("base_instructions", map("text", instructions));
        line("session_meta", meta);
    }

    @Override
    public void prompt(String text) {
        task = next("a");
        line("event_msg", map("type", "task_started", "turn_id", task, "model_context_window", 258_400));
        line("turn_context", map("turn_id", task, "cwd", "/home/dev/pool", "model", "gpt-5.5", "summary", "auto"));
        item(message("user", "input_text", text));
        line("event_msg", map("type", "user_message", "message", text, "images", List.of()));
    }

    @Override
    public void call(String id, String command) {
        item(map(
                "type", "reasoning", "summary", List.of(), "content", null, "encrypted_content", "Z0FBQUE".repeat(60)));
        var arguments = json(Map.of("cmd", command));
        item(map("type", "function_call", "name", "exec_command", "arguments", arguments, "call_id", id));
        count();
    }

    @Override
    public void result(String id, String text, boolean hasFailed) {
        var output = "Wall time: 0.1 seconds\nProcess exited with code " + (hasFailed ? 1 : 0) + "\nOutput:\n" + text;
        item(map("type", "function_call_output", "call_id", id, "output", output));
    }

    @Override
    public void answer(String text) {
        line("event_msg", map("type", "agent_message", "message", text, "phase", "final_answer"));
        var answer = message("assistant", "output_text", text);
        answer.put("phase", "final_answer");
        item(answer);
        count();
        line("event_msg", map("type", "task_complete", "turn_id", task, "duration_ms", 41_000));
    }

    private void count() {
        tokens += 90;
        var total = map("input_tokens", 10 * tokens, "cached_input_tokens", 9 * tokens, "output_tokens", tokens);
        var last = map("input_tokens", 900, "cached_input_tokens", 800, "output_tokens", 90, "total_tokens", 990);
        var info = map("total_token_usage", total, "last_token_usage", last, "model_context_window", 258_400);
        var limits = map(
                "primary",
                map("used_percent", 16.0, "window_minutes", 300, "resets_at", 1_767_622_800),
                "credits",
                null);
        line("event_msg", map("type", "token_count", "info", info, "rate_limits", limits));
    }

    private static Map<String, Object> message(String role, String type, String text) {
        return map("type", "message", "role", role, "content", List.of(map("type", type, "text", text)));
    }

    private void item(Map<String, Object> payload) {
        line("response_item", payload);
    }

    private void line(String type, Map<String, Object> payload) {
        line(map("timestamp", now(), "type", type, "payload", payload));
    }
}
