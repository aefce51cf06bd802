package footfall.redact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts a canary into every text of a line that may not leave, and next to every field. {@code names}: the fields whose
 * texts may leave, or decide what the line is.
 */
record Canaries(Set<String> names) {
    private static final String CANARY = "Canary7Yellow";

    private static final ObjectMapper JSON = new ObjectMapper();

    static final Canaries CODEX = new Canaries(Set.of(
            "type",
            "record_type",
            "timestamp",
            "id",
            "call_id",
            "turn_id",
            "thread_id",
            "session_id",
            "parent_thread_id",
            "forked_from_id",
            "thread_source",
            "subagent",
            "cli_version",
            "model",
            "role",
            "phase",
            "name",
            "namespace",
            "status",
            "kind",
            "server",
            "tool",
            "receiver_thread_ids",
            "agent_thread_id",
            "agent_id"));

    static final Canaries COPILOT = new Canaries(Set.of(
            "type",
            "id",
            "timestamp",
            "parentId",
            "agentId",
            "sessionId",
            "copilotVersion",
            "selectedModel",
            "newModel",
            "chosenModel",
            "infoType",
            "source",
            "delivery",
            "interactionId",
            "messageId",
            "apiCallId",
            "model",
            "parentToolCallId",
            "toolCallId",
            "name",
            "agent_type",
            "agentName",
            "hookType",
            "decision",
            "code"));

    /** The names of the fields in these objects may leave. */
    private static final Set<String> NAMED = Set.of("modelMetrics");

    private static final Set<String> PATHS = Set.of("cwd", "path", "file_path");

    /** The line with canaries. The outcome that a text tells is at its beginning, which stays. */
    String in(String line) {
        try {
            var root = JSON.readTree(line);
            plant(root);
            return JSON.writeValueAsString(root);
        } catch (IOException noJson) {
            throw new UncheckedIOException(noJson);
        }
    }

    static boolean isIn(String redacted) {
        return redacted.toLowerCase().contains("canary")
                || redacted.toLowerCase().contains("yellow");
    }

    private void plant(JsonNode node) {
        if (node instanceof ObjectNode object) {
            plantIn(object);
            if (!object.has("thread_spawn") && !object.has("subagent")) {
                object.put(CANARY, CANARY);
                object.putArray("x" + CANARY).addObject().put("deep", CANARY);
            }
        } else if (node instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, planted("", list.get(i)));
            }
        }
    }

    private void plantIn(ObjectNode object) {
        var fields =
                List.copyOf(object.properties().stream().map(Map.Entry::getKey).toList());
        fields.forEach(name -> object.set(name, planted(name, object.get(name))));
    }

    private JsonNode planted(String name, JsonNode value) {
        boolean isName = names.contains(name) && (value.isTextual() || name.equals("receiver_thread_ids"));
        if (isName) {
            return value;
        } else if (NAMED.contains(name)) {
            plantIn((ObjectNode) value);
            return value;
        } else if (!value.isTextual()) {
            plant(value);
            return value;
        }
        var text = value.textValue();
        if (PATHS.contains(name)) {
            return TextNode.valueOf("/home/" + CANARY + "/" + text);
        }
        return TextNode.valueOf(text.startsWith("{") ? inside(text) : appended(text));
    }

    /** The arguments of a call, and some outputs, are JSON in a text. */
    private String inside(String text) {
        try {
            return in(text);
        } catch (UncheckedIOException noJson) {
            return appended(text);
        }
    }

    /** Copilot reports the exit of a command at the end of a text. */
    private static String appended(String text) {
        int tag = text.endsWith(">") ? text.lastIndexOf('<') : -1;
        if (tag >= 0) {
            return text.substring(0, tag) + CANARY + "\n" + text.substring(tag);
        }
        return text.isBlank() ? text : text + " " + CANARY + "\n/srv/" + CANARY + "/x.py " + CANARY;
    }
}
