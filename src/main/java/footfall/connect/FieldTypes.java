package footfall.connect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;

/** Derives the types of Connect from one published JSON Schema. */
final class FieldTypes {
    /** Digits after the point of an amount in USD. */
    static final int DECIMALS = 4;

    /** Debezium's name for JSON in a string: its JDBC sink stores it as JSON, other sinks as text. */
    private static final String JSON_TEXT = "io.debezium.data.Json";

    /** Debezium's name for an instant as text, with which its JDBC sink is right in every time zone. */
    private static final String INSTANT_TEXT = "io.debezium.time.ZonedTimestamp";

    /** Fields are only added, which leaves a schema compatible, so the version stays. */
    private static final int VERSION = 1;

    private final String name;
    private final JsonNode root;
    private final ConverterConfig config;

    FieldTypes(String name, JsonNode root, ConverterConfig config) {
        this.name = "footfall." + name;
        this.root = root;
        this.config = config;
    }

    /**
     * The whole record. Only the fields that identify it are required: a record of an earlier footfall lacks
     * fields that were added since.
     */
    FieldType record(List<String> identity) {
        return struct(SchemaBuilder.struct().name(name).version(VERSION), root, identity);
    }

    private FieldType struct(SchemaBuilder builder, JsonNode object, List<String> identity) {
        var fields = new LinkedHashMap<String, FieldType>();
        object.path("properties").properties().forEach(property -> {
            var field = property.getKey();
            var type = type(property.getValue(), !identity.contains(field));
            fields.put(field, type);
            builder.field(field, type.schema());
        });
        var schema = builder.build();
        return new FieldType(schema, FieldType.struct(schema, fields));
    }

    private FieldType type(JsonNode property, boolean optional) {
        var reference = property.path("$ref").asText("");
        var type = reference.isEmpty() ? property : root.at(reference.substring(1));
        var doc = property.path("description").asText(null);
        return switch (type.path("type").asText()) {
            case "string" -> string(type, optional, doc);
            case "integer" -> new FieldType(with(SchemaBuilder.int64(), optional, doc), FieldType::integer);
            case "number" -> number(type, optional, doc);
            case "boolean" -> new FieldType(with(SchemaBuilder.bool(), optional, doc), FieldType::truth);
            default -> nested(type, reference, optional, doc);
        };
    }

    private FieldType string(JsonNode type, boolean optional, String doc) {
        if (!type.path("format").asText().equals("date-time")) {
            return new FieldType(with(SchemaBuilder.string(), optional, doc), FieldType::text);
        }
        return config.isTimestampText()
                ? new FieldType(with(SchemaBuilder.string().name(INSTANT_TEXT), optional, doc), FieldType::text)
                : new FieldType(with(Timestamp.builder(), optional, doc), FieldType::timestamp);
    }

    private static FieldType number(JsonNode type, boolean optional, String doc) {
        return type.path("format").asText().equals("decimal")
                ? new FieldType(with(Decimal.builder(DECIMALS), optional, doc), FieldType::decimal)
                : new FieldType(with(SchemaBuilder.float64(), optional, doc), FieldType::number);
    }

    private FieldType nested(JsonNode type, String reference, boolean optional, String doc) {
        if (config.isNestedText() || type.size() == 1) {
            return new FieldType(with(SchemaBuilder.string().name(JSON_TEXT), optional, doc), FieldType::jsonText);
        }
        if (type.has("items")) {
            var item = type(type.get("items"), false);
            return new FieldType(with(SchemaBuilder.array(item.schema()), optional, doc), FieldType.list(item));
        }
        if (type.has("additionalProperties")) {
            var value = type(type.get("additionalProperties"), false);
            var map = SchemaBuilder.map(Schema.STRING_SCHEMA, value.schema());
            return new FieldType(with(map, optional, doc), FieldType.map(value));
        }
        var struct = SchemaBuilder.struct()
                .name(name + reference.substring(reference.lastIndexOf('/')).replace('/', '.'))
                .version(VERSION);
        return struct(optional ? struct.optional().doc(doc) : struct, type, List.of());
    }

    private static Schema with(SchemaBuilder builder, boolean optional, String doc) {
        return (optional ? builder.optional() : builder).doc(doc).build();
    }
}
