package footfall.connect;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.line.InstantText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** A type of Connect, and how a JSON value becomes one of its values. */
record FieldType(Schema schema, Reader reader) {
    /** U+0000 in JSON: after an odd number of backslashes it would be text. */
    private static final Pattern ESCAPED_NUL = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*+)\\\\u0000");

    /** Reads a value that is not null; returns null for one of another type. */
    interface Reader {
        Object read(JsonNode json);
    }

    /** @throws DataException with the name of the field, for a value of another type; never quotes the value */
    Object read(String name, JsonNode json) {
        if (json == null || json.isNull()) {
            if (schema.isOptional()) {
                return null;
            }
            throw new DataException("the field " + name + " is missing");
        }
        var value = reader.read(json);
        if (value == null) {
            throw new DataException("the field " + name + " does not match its schema");
        }
        return value;
    }

    /** PostgreSQL cannot store U+0000, neither in texts nor in its JSON. */
    static String text(JsonNode json) {
        return json.isTextual() ? json.textValue().replace('\0', '\uFFFD') : null;
    }

    static String jsonText(JsonNode json) {
        return json.isContainerNode() ? ESCAPED_NUL.matcher(json.toString()).replaceAll("$1\\\\ufffd") : null;
    }

    static Date timestamp(JsonNode json) {
        try {
            return json.isTextual() ? Date.from(InstantText.parse(json.textValue())) : null;
        } catch (DateTimeException | IllegalArgumentException invalid) {
            return null;
        }
    }

    static Long integer(JsonNode json) {
        return json.canConvertToExactIntegral() && json.canConvertToLong() ? json.longValue() : null;
    }

    static Double number(JsonNode json) {
        return json.isNumber() ? json.doubleValue() : null;
    }

    static BigDecimal decimal(JsonNode json) {
        return json.isNumber() ? json.decimalValue().setScale(FieldTypes.DECIMALS, RoundingMode.HALF_UP) : null;
    }

    static Boolean truth(JsonNode json) {
        return json.isBoolean() ? json.booleanValue() : null;
    }

    static Reader list(FieldType item) {
        return json -> {
            if (!json.isArray()) {
                return null;
            }
            var list = new ArrayList<>();
            json.forEach(one -> list.add(item.read("of a list", one)));
            return list;
        };
    }

    static Reader map(FieldType value) {
        return json -> {
            if (!json.isObject()) {
                return null;
            }
            var map = new LinkedHashMap<String, Object>();
            json.properties().forEach(entry -> map.put(entry.getKey(), value.read("of a map", entry.getValue())));
            return map;
        };
    }

    static Reader struct(Schema schema, Map<String, FieldType> fields) {
        return json -> {
            if (!json.isObject()) {
                return null;
            }
            var struct = new Struct(schema);
            fields.forEach((name, type) -> struct.put(name, type.read(name, json.get(name))));
            return struct;
        };
    }
}
