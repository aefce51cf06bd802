package footfall.testkit;

import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** As qbit writes it, an event a line: a call is requested, and approved under the same ID. */
final class MadeQbit extends MadeTalk {
    private static final String TOOL = "run_pty_cmd";

    MadeQbit(Writer out, int number, Instant first) {
        super(out, number, first);
    }

    @Override
    public Path name() {
        return Path.of("transcripts", session, "transcript.json");
    }

    @Override
    public void start(String instructions) {
        event("started");
    }

    @Override
    public void prompt(String text) {
        event("user_message", "content", text);
    }

    @Override
    public void call(String id, String command) {
        var args = Map.of("command", command);
        event("tool_request", "tool_name", TOOL, "args", args, "request_id", id);
        event("tool_auto_approved", "tool_name", TOOL, "args", args, "request_id", id, "reason", "allowed");
    }

    @Override
    public void result(String id, String text, boolean hasFailed) {
        event("tool_result", "tool_name", TOOL, "result", text, "success", !hasFailed, "request_id", id);
    }

    @Override
    public void answer(String text) {
        event("completed", "response", text, "input_tokens", 900, "output_tokens", 90, "duration_ms", 41_000);
    }

    private void event(String type, Object... more) {
        var event = map("_timestamp", now(), "type", type);
        event.putAll(map(more));
        line(event);
    }
}
