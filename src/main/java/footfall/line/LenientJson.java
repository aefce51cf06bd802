package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads JSON values; a value of an unexpected type counts as absent. */
final class LenientJson {
    private static final double LONG_MAX = 0x1p53;

    private LenientJson() {}

    /** Handles a field whose value is the current token; unread parts are skipped. */
    interface Field {
        void read(String name, JsonParser json) throws IOException;
    }

    /** Handles the value of one field. */
    interface Value {
        void read(JsonParser json) throws IOException;
    }

    /** Visits one field of the current value, as {@link #fields}. */
    static void field(JsonParser json, String name, Value value) throws IOException {
        fields(json, (key, found) -> {
            if (key.equals(name)) {
                value.read(found);
            }
        });
    }

    /** Visits the fields of the current value; skips a value that is not an object. */
    static void fields(JsonParser json, Field field) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            json.skipChildren();
            return;
        }
        for (var name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            field.read(name, json);
            json.skipChildren();
        }
    }

    static String text(JsonParser json) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            return json.getText();
        }
        json.skipChildren();
        return null;
    }

    /**
     * The JSON of an object, which a string may contain (Codex); null for anything else.
     */
    static Bytes objectIn(Bytes value) {
        if (value.array()[value.from()] != '"') {
            return value.array()[value.from()] == '{' ? value : null;
        }
        var object = Bytes.of(string(value).getBytes(StandardCharsets.UTF_8));
        return isWhole(object) ? object : null;
    }

    private static String string(Bytes value) {
        try (var json = TranscriptJson.parser(value)) {
            json.nextToken();
            return json.getText();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** A string decoded, any other value as JSON. */
    static String textOf(Bytes value) {
        return value.array()[value.from()] == '"' ? string(value) : value.toString();
    }

    private static boolean isWhole(Bytes object) {
        if (object.length() == 0 || object.array()[object.from()] != '{') {
            return false;
        }
        try (var json = TranscriptJson.parser(object)) {
            json.nextToken();
            json.skipChildren();
            return json.nextToken() == null;
        } catch (IOException noJson) {
            return false;
        }
    }

    /** The first string under a key; null when absent. */
    static String textOf(Bytes value, String key) {
        var object = objectIn(value);
        if (object == null) {
            return null;
        }
        try (var json = TranscriptJson.parser(object)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var name = json.currentName();
                var isText = json.nextToken() == JsonToken.VALUE_STRING;
                if (isText && name.equals(key)) {
                    return json.getText();
                }
                json.skipChildren();
            }
            return null;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * The fields of an object: strings decoded, other values as JSON, without those that are null; of a duplicate key,
     * the last value. Any other text is the field {@code input}.
     */
    static Map<String, String> fieldsOf(Bytes value) {
        var fields = new LinkedHashMap<String, String>();
        var object = objectIn(value);
        if (object == null) {
            if (value.array()[value.from()] == '"') {
                fields.put("input", string(value));
            }
            return fields;
        }
        try (var json = TranscriptJson.parser(object)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var name = json.currentName();
                var token = json.nextToken();
                int start = start(json);
                json.skipChildren();
                if (token == JsonToken.VALUE_NULL) {
                    fields.remove(name);
                } else {
                    fields.put(name, token.isScalarValue() ? json.getText() : between(object, start, end(json)));
                }
            }
            return fields;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String between(Bytes object, int start, int end) {
        return new Bytes(object.array(), object.from() + start, object.from() + end).toString();
    }

    /** The first code points of a value's JSON. */
    static String beginning(Bytes value, int charsMax) {
        int bytesMax = (int) Math.min(value.length(), 4L * charsMax + 4);
        var text = value.head(bytesMax).toString();
        int chars = Math.min(charsMax, text.codePointCount(0, text.length()));
        return text.substring(0, text.offsetByCodePoints(0, chars));
    }

    /** The start of a string, -1 for any other value. */
    static int textStart(JsonParser json) throws IOException {
        int start = json.currentToken() == JsonToken.VALUE_STRING ? start(json) : -1;
        json.skipChildren();
        return start;
    }

    /** Whether the object at the start of the bytes, which may be truncated, has a key. */
    static boolean hasKey(Bytes beginning, String key) {
        try (var json = TranscriptJson.parser(beginning)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                if (json.currentName().equals(key)) {
                    return true;
                }
                json.nextToken();
                json.skipChildren();
            }
            return false;
        } catch (IOException cutOrBroken) {
            return false;
        }
    }

    /** A name; an empty string counts as absent. */
    static String id(JsonParser json) throws IOException {
        var text = text(json);
        return text == null || text.isEmpty() ? null : text;
    }

    static boolean isTrue(JsonParser json) throws IOException {
        json.skipChildren();
        return json.currentToken() == JsonToken.VALUE_TRUE;
    }

    /**
     * A count: no less than 0; what is no number is 0.
     *
     * @throws NumberOutOfRange for a number whose size no double holds exactly
     */
    static long number(JsonParser json) throws IOException {
        if (json.currentToken() == null || !json.currentToken().isNumeric()) {
            json.skipChildren();
            return 0;
        }
        if (!isInRange(json)) {
            throw new NumberOutOfRange();
        }
        return Math.max(0, (long) json.getDoubleValue());
    }

    /** An amount of money: no less than 0, with at most 12 decimals; null for anything else. */
    static BigDecimal amount(JsonParser json) throws IOException {
        if (json.currentToken() == null || !json.currentToken().isNumeric()) {
            json.skipChildren();
            return null;
        }
        if (!isInRange(json)) {
            throw new NumberOutOfRange();
        }
        var amount = json.getDecimalValue().setScale(12, RoundingMode.HALF_EVEN).stripTrailingZeros();
        return amount.signum() < 0 ? null : amount.scale() < 0 ? amount.setScale(0) : amount;
    }

    /** Of a command; null for any other value than a whole number. */
    static Integer exitCode(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            json.skipChildren();
            return null;
        }
        return exitCode(json.getText());
    }

    /**
     * The number as 32 bits with a sign: Windows has codes above 2^31. A larger number, which no system returns, is
     * -1.
     */
    static int exitCode(String number) {
        boolean isSmall = number.length() <= 11 && Math.abs(Long.parseLong(number)) < 1L << 32;
        return isSmall ? (int) Long.parseLong(number) : -1;
    }

    /**
     * A number without its fraction; null for anything else.
     *
     * @throws NumberOutOfRange as {@link #number}
     */
    static Long whole(JsonParser json) throws IOException {
        if (json.currentToken() == null || !json.currentToken().isNumeric()) {
            json.skipChildren();
            return null;
        }
        if (!isInRange(json)) {
            throw new NumberOutOfRange();
        }
        return (long) json.getDoubleValue();
    }

    /** Whether {@link #number} accepts the number that is the current token. */
    static boolean isInRange(JsonParser json) throws IOException {
        return Math.abs(json.getDoubleValue()) <= LONG_MAX;
    }

    /** The byte offset of the current token in the record. */
    static int start(JsonParser json) {
        return (int) json.currentTokenLocation().getByteOffset();
    }

    /** The end of the last token read. */
    static int end(JsonParser json) {
        return (int) json.currentLocation().getByteOffset();
    }
}
