package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Puts a canary into every text of a line that may not leave, and next to every field. {@code names}: the fields whose
 * texts may leave, or decide what the line is.
 */
public record Canaries(Set<String> names) {
    public static final String CANARY = "Canary7Yellow";

    private static final ObjectMapper JSON = new ObjectMapper();

    public static final Canaries CLAUDE = new Canaries(Set.of(
            "type",
            "subtype",
            "uuid",
            "parentUuid",
            "sessionId",
            "session_id",
            "requestSessionId",
            "timestamp",
            "version",
            "promptId",
            "parentToolUseID",
            "agentId",
            "role",
            "kind",
            "id",
            "model",
            "stop_reason",
            "name",
            "tool_use_id",
            "subagent_type",
            "skill",
            "server"));

    public static final Canaries QBIT = new Canaries(Set.of(
            "type",
            "_timestamp",
            "agent_id",
            "parent_request_id",
            "request_id",
            "tool_name",
            "subagent_type",
            "skill",
            "server"));

    public static final Canaries CODEX = new Canaries(Set.of(
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

    public static final Canaries COPILOT = new Canaries(Set.of(
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

    public static final Canaries OPENCODE = new Canaries(Set.of(
            "type",
            "id",
            "sessionID",
            "messageID",
            "parentID",
            "version",
            "role",
            "modelID",
            "finish",
            "name",
            "tool",
            "status",
            "sessionId",
            "subagent_type"));

    public static final Canaries GEMINI = new Canaries(Set.of(
            "type",
            "id",
            "timestamp",
            "startTime",
            "sessionId",
            "kind",
            "model",
            "name",
            "status",
            "agentId",
            "agent_name"));

    /** The names of the fields in these objects may leave. */
    private static final Set<String> NAMED = Set.of("modelMetrics");

    private static final Set<String> PATHS = Set.of("cwd", "path", "file_path", "directory");

    /** The line with canaries. The outcome that a text tells is at its beginning, which stays. */
    public String in(String line) {
        try {
            var root = JSON.readTree(line);
            plant(root);
            return JSON.writeValueAsString(root);
        } catch (IOException noJson) {
            throw new UncheckedIOException(noJson);
        }
    }

    /**
     * The line once for each of its values that may not leave as it is, with a canary in its place or at its beginning.
     * {@code leaving}: the fields whose texts may.
     */
    public static List<String> each(String line, Set<String> leaving) {
        try {
            var root = JSON.readTree(line);
            var lines = new ArrayList<String>();
            each(root, leaving, () -> lines.add(root.toString()));
            var unknown = ((ObjectNode) root).put(CANARY, CANARY);
            unknown.putObject("x" + CANARY).put("deep", CANARY);
            lines.add(unknown.toString());
            return lines;
        } catch (IOException noJson) {
            throw new UncheckedIOException(noJson);
        }
    }

    /** The names of all fields of a line, and what kind of line it is. */
    public static String shape(String line) {
        try {
            var root = JSON.readTree(line);
            var kinds = new StringBuilder();
            root.findValuesAsText("type").forEach(kind -> kinds.append(kind).append(' '));
            var names = new TreeSet<String>();
            names(root, names);
            return kinds + names.toString();
        } catch (IOException noJson) {
            throw new UncheckedIOException(noJson);
        }
    }

    private static void names(JsonNode node, Set<String> names) {
        node.properties().forEach(field -> names.add(field.getKey()));
        node.forEach(child -> names(child, names));
    }

    private static void each(JsonNode node, Set<String> leaving, Runnable planted) {
        if (node instanceof ObjectNode object) {
            for (var name : List.copyOf(
                    object.properties().stream().map(Map.Entry::getKey).toList())) {
                if (!leaving.contains(name)) {
                    each(object.get(name), value -> object.set(name, value), planted);
                }
                each(object.get(name), leaving, planted);
            }
        } else if (node instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                int at = i;
                each(list.get(i), value -> list.set(at, value), planted);
                each(list.get(i), leaving, planted);
            }
        }
    }

    private static void each(JsonNode value, Consumer<JsonNode> set, Runnable planted) {
        set.accept(TextNode.valueOf(CANARY));
        planted.run();
        if (value.isTextual()) {
            for (var between : List.of("", " ", "\n", ": ")) {
                set.accept(TextNode.valueOf(CANARY + between + value.textValue()));
                planted.run();
            }
        }
        set.accept(value);
    }

    public static boolean isIn(String redacted) {
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
        } else if (NAMED.contains(name) && value instanceof ObjectNode object) {
            plantIn(object);
            return value;
        } else if (!value.isTextual()) {
            plant(value);
            return value;
        }
        var text = value.textValue();
        if (PATHS.contains(name)) {
            return TextNode.valueOf("/home/" + CANARY + "/w/" + text);
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
