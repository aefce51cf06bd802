package footfall.line;

import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a part of a line, which was checked when the line was read; a value of an unexpected type counts as absent. */
public final class LenientJson {
    private LenientJson() {}

    /**
     * The JSON of an object, which a string may contain (Codex); null for anything else.
     */
    static Bytes objectIn(Bytes value) {
        byte first = value.array()[value.from()];
        if (first != '"') {
            return first == '{' ? value : null;
        }
        var object = Bytes.of(value.json().text().getBytes(StandardCharsets.UTF_8));
        return object.length() > 0 && object.array()[0] == '{' && isWhole(object.json()) ? object : null;
    }

    private static boolean isWhole(JsonScanner json) {
        try {
            json.check();
            return json.isAtEnd();
        } catch (InvalidJson noJson) {
            return false;
        }
    }

    /** A string decoded, any other value as JSON. */
    public static String textOf(Bytes value) {
        return value.array()[value.from()] == '"' ? value.json().text() : value.toString();
    }

    /** The first string under a key; null when absent. */
    public static String textOf(Bytes value, String key) {
        var object = objectIn(value);
        if (object == null) {
            return null;
        }
        var json = object.json();
        for (json.fields(); json.nextField(key); ) {
            if (json.isText()) {
                return json.text();
            }
        }
        return null;
    }

    /**
     * The fields of an object: strings decoded, other values as JSON, without those that are null; of a duplicate key,
     * the last value. Any other text is the field {@code input}.
     */
    public static Map<String, String> fieldsOf(Bytes value) {
        var fields = new LinkedHashMap<String, String>();
        var object = objectIn(value);
        if (object == null) {
            if (value.array()[value.from()] == '"') {
                fields.put("input", value.json().text());
            }
            return fields;
        }
        var json = object.json();
        for (json.fields(); json.nextField(); ) {
            var name = json.name();
            if (json.isNull()) {
                fields.remove(name);
            } else {
                fields.put(name, json.written());
            }
        }
        return fields;
    }

    /** The first code points of a value's JSON. */
    static String beginning(Bytes value, int charsMax) {
        int bytesMax = (int) Math.min(value.length(), 4L * charsMax + 4);
        var text = value.head(bytesMax).toString();
        int chars = Math.min(charsMax, text.codePointCount(0, text.length()));
        return text.substring(0, text.offsetByCodePoints(0, chars));
    }

    /** Whether the object at the start of the bytes, which may be truncated, has a key. */
    public static boolean hasKey(Bytes beginning, String key) {
        try {
            var json = beginning.json();
            json.fields();
            return json.nextField(key);
        } catch (InvalidJson cutOrBroken) {
            return false;
        }
    }

    /** Of a command; null for any other value than a whole number. */
    public static Integer exitCode(JsonScanner json) {
        return json.isWhole() ? exitCode(json.written()) : null;
    }

    /**
     * The number as 32 bits with a sign: Windows has codes above 2^31. A larger number, which no system returns, is
     * -1.
     */
    public static int exitCode(String number) {
        boolean isSmall = number.length() <= 11 && Math.abs(Long.parseLong(number)) < 1L << 32;
        return isSmall ? (int) Long.parseLong(number) : -1;
    }
}
