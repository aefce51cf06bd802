package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;

/** The fields of one object of a Codex line: of the line itself, of its payload, or of the payload's item. */
final class CodexFields extends ObjectFields {
    private static final Set<String> TEXTS = Set.of(
            "type",
            "record_type",
            "timestamp",
            "id",
            "call_id",
            "turn_id",
            "thread_id",
            "session_id",
            "process_id",
            "parent_thread_id",
            "forked_from_id",
            "thread_source",
            "cli_version",
            "model",
            "role",
            "phase",
            "name",
            "namespace",
            "status",
            CodexDraft.TIER,
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

    private static final Names NAMES = new Names(TEXTS, NUMBERS, VALUES);

    private final String innerName;

    /** The payload of a line, or the item of a payload; null when absent. */
    CodexFields inner;

    Content content = Content.NONE;
    DerivedFields derived = DerivedFields.NONE;
    CodexTokens tokens = CodexTokens.NONE;
    Integer exitCode;
    boolean isSubagent;

    /** The working directory, and that of {@code thread_settings}. */
    String folder;

    String settingsFolder;
    /** The service tier of {@code thread_settings}. */
    String settingsTier;

    boolean isCompactionOutput;

    /** The first of {@code receiver_thread_ids}. */
    String receiver;

    /** The parent that {@code source.subagent.thread_spawn} names. */
    String spawnParent;

    private CodexFields(Bytes raw, String innerName) {
        super(raw, NAMES);
        this.innerName = innerName;
    }

    /**
     * Reads the object whose START_OBJECT is the current token, to its end. {@code inner}: the name of the object in
     * it that is read too.
     */
    static CodexFields read(JsonParser json, Bytes raw, String inner) throws IOException {
        var fields = new CodexFields(raw, inner);
        fields.readAll(json);
        return fields;
    }

    @Override
    void other(String name, JsonParser json) throws IOException {
        if (name.equals(innerName)) {
            inner = json.isExpectedStartObjectToken() ? read(json, raw, "item") : null;
            return;
        }
        switch (name) {
            case "content" -> content = content(json);
            case "cwd" -> folder = LenientJson.text(json);
            case CodexDraft.SETTINGS -> LenientJson.fields(json, this::setting);
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
                        put(key, LenientJson.id(value));
                    }
                });
            default -> {}
        }
    }

    private void setting(String name, JsonParser json) throws IOException {
        switch (name) {
            case "cwd" -> settingsFolder = LenientJson.text(json);
            case CodexDraft.TIER -> settingsTier = LenientJson.id(json);
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
}
