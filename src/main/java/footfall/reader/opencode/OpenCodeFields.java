package footfall.reader.opencode;

import footfall.line.Bytes;
import footfall.line.LenientJson;
import footfall.line.ObjectFields;
import footfall.line.Usage;
import footfall.scan.JsonScanner;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The fields of one object of an OpenCode event: of its data, or of an object in the data. */
final class OpenCodeFields extends ObjectFields {
    private static final Set<String> TEXTS = Set.of(
            "type",
            "version",
            "directory",
            "id",
            "role",
            "parentID",
            "modelID",
            "finish",
            "name",
            "messageID",
            "tool",
            "status",
            "sessionId");
    private static final Set<String> NUMBERS = Set.of("created", "completed", "start", "end");
    private static final Set<String> VALUES = Set.of("text", "input", "output", "error");
    private static final Names NAMES = new Names(TEXTS, NUMBERS, VALUES);

    private Map<String, OpenCodeFields> objects = Map.of();
    private int flags;

    /** The exit code; null for none, also where the field is null. */
    Integer exit;

    /** Whether there is a field with an exit code, or with none. */
    boolean hasExit;

    /** Null when absent. */
    Usage tokens;

    BigDecimal cost;

    private OpenCodeFields(Bytes raw) {
        super(raw, NAMES);
    }

    /** Reads the object that is the current value. */
    static OpenCodeFields read(JsonScanner json, Bytes raw) {
        var fields = new OpenCodeFields(raw);
        fields.readAll(json);
        return fields;
    }

    /** Of an absent object. */
    static OpenCodeFields none(Bytes raw) {
        return new OpenCodeFields(raw);
    }

    /** An object in this one; without fields when absent. */
    OpenCodeFields in(String name) {
        var object = objects.get(name);
        return object == null ? none(raw) : object;
    }

    boolean has(String name) {
        return objects.containsKey(name);
    }

    /** Whether a field is true. */
    boolean is(String name) {
        return (flags & bit(name)) != 0;
    }

    private static int bit(String flag) {
        return switch (flag) {
            case "synthetic" -> 1;
            case "summary" -> 1 << 1;
            case "interrupted" -> 1 << 2;
            case "compaction_continue" -> 1 << 3;
            default -> 1 << 4;
        };
    }

    @Override
    protected void other(String name, JsonScanner json) {
        switch (name) {
            case "info", "part", "state", "metadata", "time", "error" -> object(name, json);
            case "synthetic", "interrupted", "compaction_continue", "isBegun", "summary" -> {
                flags = json.isTrue() ? flags | bit(name) : flags & ~bit(name);
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

    /** The time of an event is a number; that of anything else has a beginning and an end. */
    private void object(String name, JsonScanner json) {
        if (json.isObject()) {
            objects = objects.isEmpty() ? new HashMap<>() : objects;
            objects.put(name, read(json, raw));
            return;
        }
        if (!objects.isEmpty()) {
            objects.remove(name);
        }
        if (name.equals("time")) {
            put("at", json.whole());
        }
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
