package footfall.reader.codex;

import footfall.line.Bytes;
import footfall.line.Content;
import footfall.line.LenientJson;
import footfall.line.ObjectFields;
import footfall.line.RateLimits;
import footfall.scan.JsonScanner;
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
            "response_id",
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
            "agent_thread_id",
            "approvals_reviewer");
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
    CodexTokens tokens = CodexTokens.NONE;
    RateLimits limits;
    Integer exitCode;
    /** {@code duration}: how long a command ran; null when absent. */
    Long ranMs;

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
     * Reads the object that is the current value. {@code inner}: the name of the object in
     * it that is read too.
     */
    static CodexFields read(JsonScanner json, Bytes raw, String inner) {
        var fields = new CodexFields(raw, inner);
        fields.readAll(json);
        return fields;
    }

    @Override
    protected void other(String name, JsonScanner json) {
        if (name.equals(innerName)) {
            inner = json.isObject() ? read(json, raw, "item") : null;
            return;
        }
        switch (name) {
            case "content" -> content = content(json);
            case "cwd" -> folder = json.text();
            case CodexDraft.SETTINGS -> settings(json);
            case "usage" -> tokens = CodexTokens.record(json);
            case "info" -> tokens = CodexTokens.count(json);
            case "rate_limits" -> limits = CodexLimits.read(json);
            case "exit_code" -> exitCode = LenientJson.exitCode(json);
            case "duration" -> {
                if (json.isObject()) {
                    ranMs = duration(json);
                }
            }
            case "source" -> subagent(json.in("subagent"));
            case "receiver_thread_ids" -> receiver = first(json);
            case "metadata" -> compactionOutput(json.in("compaction_output"));
            case "invocation" -> invocation(json);
            default -> {}
        }
    }

    private static long duration(JsonScanner json) {
        double ms = 0;
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "secs" -> ms += json.count() * 1e3;
                case "nanos" -> ms += json.count() / 1e6;
                default -> {}
            }
        }
        return (long) ms;
    }

    private void invocation(JsonScanner json) {
        for (json.fields(); json.nextField(); ) {
            var name = json.name();
            if (name.equals("server") || name.equals("tool")) {
                put(name, json.id());
            }
        }
    }

    private void settings(JsonScanner json) {
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "cwd" -> settingsFolder = json.text();
                case CodexDraft.TIER -> settingsTier = json.id();
                default -> {}
            }
        }
    }

    /** {@code review}, or an object that may name the parent. */
    private void subagent(JsonScanner json) {
        isSubagent = !json.isNull();
        spawnParent = json.in("thread_spawn").in("parent_thread_id").id();
    }

    private void compactionOutput(JsonScanner json) {
        isCompactionOutput = !json.isNull() && !json.isFalse();
    }

    private static String first(JsonScanner json) {
        String first = null;
        for (json.elements(); json.nextElement(); ) {
            first = first == null ? json.id() : first;
        }
        return first;
    }

    /** With the kinds of blocks that all dialects have. */
    private Content content(JsonScanner json) {
        var read = Content.read(json);
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
