package footfall.reader.opencode;

import footfall.line.Bytes;
import footfall.line.LenientJson;
import footfall.line.Usage;
import footfall.scan.JsonScanner;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;

/**
 * The fields of one object of an OpenCode event: of its data, or of an object in the data. Of a duplicate key, the last
 * value counts. Absent fields are null, or without fields of their own. Has no map: an event is one of a million.
 */
final class OpenCodeFields {
    static final OpenCodeFields NONE = new OpenCodeFields();

    static {
        NONE.info = NONE;
        NONE.part = NONE;
        NONE.state = NONE;
        NONE.metadata = NONE;
        NONE.time = NONE;
        NONE.error = NONE;
    }

    /** Parts of an answer that mean nothing; what follows their type is not read. */
    private static final Set<String> IGNORED =
            Set.of("step-start", "step-finish", "reasoning", "snapshot", "patch", "retry");

    String type;
    String version;
    String directory;
    String id;
    String role;
    String parent;
    String model;
    String finish;
    String name;
    String message;
    String tool;
    String status;

    /** Of a call: the session of its subagent. */
    String session;

    Instant created;
    Instant completed;
    Instant start;
    Instant end;

    /** The time of an event, which is a number; that of anything else is an object. */
    Instant at;

    Bytes text;
    Bytes input;
    Bytes output;
    Bytes errorText;
    OpenCodeFields info = NONE;
    OpenCodeFields part = NONE;
    OpenCodeFields state = NONE;
    OpenCodeFields metadata = NONE;
    OpenCodeFields time = NONE;
    OpenCodeFields error = NONE;
    boolean isSynthetic;
    boolean isSummary;
    boolean isInterrupted;
    boolean isCompactionContinued;
    boolean isBegun;
    boolean isIgnored;

    /** The exit code; null for none, also where the field is null. */
    Integer exit;

    /** Whether there is a field with an exit code, or with none. */
    boolean hasExit;

    Usage tokens;
    BigDecimal cost;

    private OpenCodeFields() {}

    /** Reads the object that is the current value; without fields if it is none. */
    static OpenCodeFields read(JsonScanner json, Bytes raw) {
        if (!json.isObject()) {
            return NONE;
        }
        var fields = new OpenCodeFields();
        for (json.fields(); json.nextField(); ) {
            fields.read(json.name(), json, raw);
        }
        return fields;
    }

    private void read(String field, JsonScanner json, Bytes raw) {
        switch (field) {
            case "type" -> {
                type = json.id();
                isIgnored = type != null && IGNORED.contains(type);
            }
            case "version" -> version = json.id();
            case "directory" -> directory = json.id();
            case "id" -> id = json.id();
            case "role" -> role = json.id();
            case "parentID" -> parent = json.id();
            case "modelID" -> model = json.id();
            case "finish" -> finish = json.id();
            case "name" -> name = json.id();
            case "messageID" -> message = json.id();
            case "tool" -> tool = json.id();
            case "status" -> status = json.id();
            case "sessionId" -> session = json.id();
            case "created" -> created = time(json);
            case "completed" -> completed = time(json);
            case "start" -> start = time(json);
            case "end" -> end = time(json);
            case "info" -> info = read(json, raw);
            case "part" -> part = read(json, raw);
            case "state" -> state = read(json, raw);
            case "metadata" -> metadata = read(json, raw);
            case "synthetic" -> isSynthetic = json.isTrue();
            case "summary" -> isSummary = json.isTrue();
            case "interrupted" -> isInterrupted = json.isTrue();
            case "compaction_continue" -> isCompactionContinued = json.isTrue();
            case "isBegun" -> isBegun = json.isTrue();
            default -> more(field, json, raw);
        }
    }

    private void more(String field, JsonScanner json, Bytes raw) {
        if (isIgnored) {
            return;
        }
        switch (field) {
            case "time" -> {
                boolean isObject = json.isObject();
                at = isObject ? at : time(json);
                time = isObject ? read(json, raw) : NONE;
            }
            case "text" -> text = value(json, raw);
            case "input" -> input = value(json, raw);
            case "output" -> output = value(json, raw);
            case "error" -> {
                int start = json.start();
                boolean isNull = json.isNull();
                error = read(json, raw);
                errorText = isNull ? null : value(start, json, raw);
            }
            case "exit" -> {
                hasExit = true;
                exit = LenientJson.exitCode(json);
            }
            case "tokens" -> tokens = tokens(json);
            case "cost" -> cost = json.amount();
            default -> {}
        }
    }

    /** The time of milliseconds since 1970; null when absent. */
    private static Instant time(JsonScanner json) {
        var ms = json.whole();
        return ms == null || ms <= 0 ? null : Instant.ofEpochMilli(ms);
    }

    private static Bytes value(JsonScanner json, Bytes raw) {
        return json.isNull() ? null : value(json.start(), json, raw);
    }

    private static Bytes value(int start, JsonScanner json, Bytes raw) {
        json.check();
        return new Bytes(raw.array(), raw.from() + start, raw.from() + json.end());
    }

    /** OpenCode counts reasoning apart from the output, and does not say which part of a cache lives for an hour. */
    private static Usage tokens(JsonScanner json) {
        var counts = new long[3];
        var cache = new long[2];
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "input" -> counts[0] = json.count();
                case "output" -> counts[1] = json.count();
                case "reasoning" -> counts[2] = json.count();
                case "cache" -> cache(json, cache);
                default -> {}
            }
        }
        return new Usage(counts[0], counts[1] + counts[2], cache[1], 0, cache[0]);
    }

    private static void cache(JsonScanner json, long[] counts) {
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "read" -> counts[0] = json.count();
                case "write" -> counts[1] = json.count();
                default -> {}
            }
        }
    }
}
