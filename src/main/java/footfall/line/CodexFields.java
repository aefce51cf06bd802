package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The fields of one object of a Codex line that matter: of the line itself, of its payload, or of the payload's
 * item. Absent texts, numbers and values are null.
 */
final class CodexFields {
    private static final Set<String> TEXTS = Set.of(
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
            "cli_version",
            "cwd",
            "model",
            "role",
            "phase",
            "name",
            "namespace",
            "status",
            "kind",
            "server",
            "tool",
            "agent_thread_id");
    private static final Set<String> NUMBERS =
            Set.of("ordinal", "duration_ms", "started_at_ms", "subagent_history_start_ordinal");
    private static final Set<String> VALUES = Set.of(
            "arguments",
            "input",
            "action",
            "command",
            "changes",
            "path",
            "output",
            "aggregated_output",
            "stderr",
            "stdout",
            "result",
            "error",
            "success",
            "trigger_turn",
            "message",
            "images",
            "local_images",
            "instructions",
            "git",
            "item");

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, Bytes> values = new HashMap<>();
    private final Bytes raw;

    /** The payload of a line, or the item of a payload; null when absent. */
    CodexFields inner;

    Content content = Content.NONE;
    DerivedFields derived = DerivedFields.NONE;
    CodexTokens tokens = CodexTokens.NONE;
    Integer exitCode;
    boolean isSubagent;
    boolean isCompactionOutput;

    /** The first of {@code receiver_thread_ids}. */
    String receiver;

    /** The parent that {@code source.subagent.thread_spawn} names. */
    String spawnParent;

    private CodexFields(Bytes raw) {
        this.raw = raw;
    }

    /**
     * Reads the object whose START_OBJECT is the current token, to its end. {@code inner}: the name of the object in
     * it that is read too.
     */
    static CodexFields read(JsonParser json, Bytes raw, String inner) throws IOException {
        var fields = new CodexFields(raw);
        var token = json.nextToken();
        while (token != JsonToken.END_OBJECT) {
            var name = json.currentName();
            json.nextToken();
            token = fields.field(name, inner, json);
        }
        return fields;
    }

    /** Reads one value and advances to the next token, which marks the end of a string that was not decoded. */
    private JsonToken field(String name, String innerName, JsonParser json) throws IOException {
        int start = LenientJson.start(json);
        if (TEXTS.contains(name)) {
            put(texts, name, LenientJson.id(json));
        } else if (NUMBERS.contains(name)) {
            put(numbers, name, LenientJson.whole(json));
        } else if (name.equals(innerName)) {
            inner = json.isExpectedStartObjectToken() ? read(json, raw, "item") : null;
        } else {
            other(name, json);
        }
        boolean isNull = json.currentToken() == JsonToken.VALUE_NULL;
        json.skipChildren();
        var next = json.nextToken();
        if (VALUES.contains(name)) {
            int end = raw.valueEndBefore(LenientJson.start(json));
            put(values, name, isNull ? null : new Bytes(raw.array(), raw.from() + start, raw.from() + end));
        }
        return next;
    }

    private void other(String name, JsonParser json) throws IOException {
        switch (name) {
            case "content" -> content = content(json);
            case "footfall" -> derived = DerivedFields.read(json);
            case "usage" -> tokens = CodexTokens.record(json);
            case "info" -> tokens = CodexTokens.count(json);
            case "exit_code" -> exitCode = LenientJson.exitCode(json);
            case "source" -> LenientJson.field(json, "subagent", this::subagent);
            case "receiver_thread_ids" -> receiver = first(json);
            case "metadata" -> LenientJson.field(json, "compaction_output", this::compactionOutput);
            case "invocation" ->
                LenientJson.fields(json, (key, value) -> {
                    if (key.equals("server") || key.equals("tool")) {
                        put(texts, key, LenientJson.id(value));
                    }
                });
            default -> {}
        }
    }

    /** {@code review}, or an object that may name the parent. */
    private void subagent(JsonParser json) throws IOException {
        isSubagent = json.currentToken() != JsonToken.VALUE_NULL;
        LenientJson.field(
                json,
                "thread_spawn",
                spawn -> LenientJson.field(spawn, "parent_thread_id", value -> spawnParent = LenientJson.id(value)));
    }

    private void compactionOutput(JsonParser json) {
        isCompactionOutput =
                json.currentToken() != JsonToken.VALUE_NULL && json.currentToken() != JsonToken.VALUE_FALSE;
    }

    private static String first(JsonParser json) throws IOException {
        if (!json.isExpectedStartArrayToken()) {
            return null;
        }
        String first = null;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            first = first == null ? LenientJson.id(json) : first;
            json.skipChildren();
        }
        return first;
    }

    /** With the kinds of blocks that all dialects have. */
    private Content content(JsonParser json) throws IOException {
        var read = Content.read(json, raw);
        for (var block : read.blocks()) {
            var type = block.type == null ? "" : block.type;
            if (type.endsWith("text") || type.endsWith("Text")) {
                block.type = "text";
            } else if (type.contains("image") || type.contains("Image")) {
                block.type = "image";
            }
        }
        return read;
    }

    private static <T> void put(Map<String, T> fields, String name, T value) {
        if (value == null) {
            fields.remove(name);
        } else {
            fields.put(name, value);
        }
    }

    String text(String name) {
        return texts.get(name);
    }

    /** The first of these texts that is there. */
    String first(String... names) {
        for (var name : names) {
            if (texts.containsKey(name)) {
                return texts.get(name);
            }
        }
        return null;
    }

    long number(String name, long orElse) {
        return numbers.getOrDefault(name, orElse);
    }

    /** The JSON of a value. */
    Bytes value(String name) {
        return values.get(name);
    }

    boolean is(String name, boolean expected) {
        var value = values.get(name);
        return value != null && value.array()[value.from()] == (expected ? 't' : 'f');
    }

    /** Whether a value is a list that is not empty. */
    boolean isFilled(String name) {
        var value = values.get(name);
        return value != null
                && value.array()[value.from()] == '['
                && value.skipBlank(value.from() + 1) < value.to() - 1;
    }
}
