package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The fields of one JSON object that matter to a dialect: texts, whole numbers, and the JSON of other values. Of a
 * duplicate key, the last value counts. Absent fields are null.
 */
abstract class ObjectFields {
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, Bytes> values = new HashMap<>();
    private final Names names;

    /** The line. */
    final Bytes raw;

    /** The names of the fields of each kind. */
    record Names(Set<String> texts, Set<String> numbers, Set<String> values) {}

    ObjectFields(Bytes raw, Names names) {
        this.raw = raw;
        this.names = names;
    }

    /** Reads a field that is no text or number; its value is the current token. Unread parts are skipped. */
    abstract void other(String name, JsonParser json) throws IOException;

    /** Reads the object whose START_OBJECT is the current token, to its end. */
    final void readAll(JsonParser json) throws IOException {
        var token = json.nextToken();
        while (token != JsonToken.END_OBJECT) {
            var name = json.currentName();
            json.nextToken();
            token = field(name, json);
        }
    }

    /** Reads one value and advances to the next token, which marks the end of a string that was not decoded. */
    private JsonToken field(String name, JsonParser json) throws IOException {
        int start = LenientJson.start(json);
        if (names.texts.contains(name)) {
            put(name, LenientJson.id(json));
        } else if (names.numbers.contains(name)) {
            put(numbers, name, LenientJson.whole(json));
        } else {
            other(name, json);
        }
        boolean isNull = json.currentToken() == JsonToken.VALUE_NULL;
        json.skipChildren();
        var next = json.nextToken();
        if (names.values.contains(name)) {
            int end = raw.valueEndBefore(LenientJson.start(json));
            put(values, name, isNull ? null : new Bytes(raw.array(), raw.from() + start, raw.from() + end));
        }
        return next;
    }

    /** {@code value}: null when absent. */
    final void put(String name, String value) {
        put(texts, name, value);
    }

    private static <T> void put(Map<String, T> fields, String name, T value) {
        if (value == null) {
            fields.remove(name);
        } else {
            fields.put(name, value);
        }
    }

    final String text(String name) {
        return texts.get(name);
    }

    /** The first of these texts that is there. */
    final String first(String... some) {
        for (var name : some) {
            if (texts.containsKey(name)) {
                return texts.get(name);
            }
        }
        return null;
    }

    final long number(String name, long orElse) {
        return numbers.getOrDefault(name, orElse);
    }

    /** The JSON of a value. */
    final Bytes value(String name) {
        return values.get(name);
    }

    final boolean is(String name, boolean expected) {
        var value = values.get(name);
        return value != null && value.array()[value.from()] == (expected ? 't' : 'f');
    }

    /** Whether a value is a list that is not empty. */
    final boolean isFilled(String name) {
        var value = values.get(name);
        return value != null && value.array()[value.from()] == '[' && !isEmpty(value);
    }

    /** Whether there is a value that is neither false nor empty. */
    final boolean isGiven(String name) {
        var value = values.get(name);
        return value != null && !is(name, false) && !isEmpty(value);
    }

    /** Whether a text, list or object is empty. */
    private static boolean isEmpty(Bytes value) {
        return switch (value.array()[value.from()]) {
            case '"' -> value.length() == 2;
            case '[', '{' -> value.skipBlank(value.from() + 1) == value.to() - 1;
            default -> false;
        };
    }
}
