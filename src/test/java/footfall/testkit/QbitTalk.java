package footfall.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random talk as qbit tells it, by a seed: calls asked for, approved and denied in any order, under few ids
 * so that they meet, over turns too.
 */
public final class QbitTalk {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> KINDS = List.of(
            "started",
            "user_message",
            "reasoning",
            "tool_request",
            "tool_request",
            "tool_approval_request",
            "tool_auto_approved",
            "tool_denied",
            "tool_result",
            "tool_result",
            "completed",
            "error",
            "sub_agent_started");
    private static final List<String> TOOLS = List.of("run_pty_cmd", "read_file", "sub_agent_coder", "odd \u001b tool");

    private final Random random;
    private final List<Map<String, Object>> events = new ArrayList<>();

    public QbitTalk(long seed) {
        random = new Random(seed);
        for (int i = 3 + random.nextInt(40); i > 0; i--) {
            event(KINDS.get(random.nextInt(KINDS.size())));
        }
    }

    private void event(String kind) {
        var event = new LinkedHashMap<String, Object>();
        event.put("_timestamp", 1767607200000L + 1000L * events.size());
        event.put("type", kind);
        int call = random.nextInt(6);
        switch (kind) {
            case "user_message" -> event.put("content", "paint " + call);
            case "completed" ->
                event.putAll(Map.of("response", "done", "duration_ms", 10 * call, "output_tokens", call));
            case "error" -> event.put("message", "no");
            case "sub_agent_started" ->
                event.putAll(Map.of("agent_id", "coder", "parent_request_id", "r" + call, "task", "paint"));
            case "started", "reasoning" -> {}
            default -> call(event, kind, call);
        }
        events.add(event);
    }

    private void call(Map<String, Object> event, String kind, int call) {
        event.put("tool_name", TOOLS.get(call % TOOLS.size()));
        event.put("request_id", "r" + call);
        if (random.nextInt(8) == 0) {
            event.put("source", Map.of("type", random.nextBoolean() ? "sub_agent" : "workflow"));
        }
        switch (kind) {
            case "tool_result" -> {
                boolean isDone = random.nextBoolean();
                event.put("success", isDone);
                event.put(
                        "result", isDone ? List.of("é") : random.nextBoolean() ? "no é" : Map.of("error", "timed out"));
            }
            case "tool_denied" -> event.put("reason", "not " + events.size());
            default -> event.put("args", Map.of("command", "ls " + events.size(), "path", "a/é.rs"));
        }
    }

    /** A line an event. */
    public String lines() {
        return String.join("\n", events.stream().map(QbitTalk::written).toList()) + "\n";
    }

    /** One array, as the older form has it. */
    public String array() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(events);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The first events, a line each. */
    public String lines(int first) {
        return String.join(
                "",
                events.subList(0, first).stream()
                        .map(event -> written(event) + "\n")
                        .toList());
    }

    /** How many events there are. */
    public int size() {
        return events.size();
    }

    /** The first events as one array. */
    public String array(int first) {
        return "[\n"
                + String.join(
                        ",\n",
                        events.subList(0, first).stream().map(QbitTalk::written).toList()) + "\n]\n";
    }

    private static String written(Map<String, Object> event) {
        try {
            return JSON.writeValueAsString(event);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
