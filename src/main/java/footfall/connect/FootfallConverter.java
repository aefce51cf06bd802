package footfall.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.Sha256;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Json;
import footfall.wire.PublishedSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Gives Kafka Connect the keys and values of footfall's topics as structs with schemas, without a schema
 * registry. A record without a value stays one, so a sink can delete its row. It reads only: footfall alone
 * writes its topics.
 */
public final class FootfallConverter implements Converter, Versioned {
    private boolean isKey;
    private Map<String, RecordType> types = Map.of();

    /** A worker requires it. */
    public FootfallConverter() {}

    @Override
    public String version() {
        var version = FootfallConverter.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public ConfigDef config() {
        return ConverterConfig.DEFINITION;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.isKey = isKey;
        types = RecordType.all(new ConverterConfig(configs));
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte[] bytes) {
        var type = types.get(topic);
        if (type == null) {
            throw new DataException("\"" + topic + "\" is not a topic of footfall, which are: "
                    + String.join(", ", types.keySet()) + ". Set topic.prefix of the converter, or remove the topic.");
        }
        if (bytes == null) {
            return SchemaAndValue.NULL;
        }
        try {
            return isKey ? type.key(bytes) : type.value(bytes);
        } catch (DataException unreadable) {
            throw new DataException("Cannot read a record of the topic " + topic + ": " + unreadable.getMessage());
        }
    }

    @Override
    public byte[] fromConnectData(String topic, Schema schema, Object value) {
        throw new DataException("Cannot write to the topic " + topic + ": this converter only reads.");
    }

    /** The records of one topic: a struct for the key, and a struct for the value. */
    static final class RecordType {
        /** The one field of a line: kinds of events have few columns in common. */
        private static final String LINE = "line";

        /**
         * The most bytes of a text in a key: an index of PostgreSQL refuses entries of more than 2,704. IDs of turns
         * have at most 1,600, patterns up to 24 KiB.
         */
        static final int KEY_BYTES_MAX = 2_000;

        private static final int KEY_BYTES_KEPT = 1_900;

        private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

        /** By channel the fields whose values, joined by slashes, are the key. */
        private static final Map<Channel<?, ?>, List<String>> KEYS = Map.ofEntries(
                Map.entry(Channels.LINES, List.of("session_id")),
                Map.entry(Channels.TURNS, List.of("turn_id")),
                Map.entry(Channels.INVOCATIONS, List.of("turn_id", "turn_sequence")),
                Map.entry(Channels.ALERTS, List.of("session_or_tool")),
                Map.entry(Channels.OPEN, List.of("trail")),
                Map.entry(Channels.SESSIONS, List.of("session_id")),
                Map.entry(Channels.PATTERNS, List.of("pattern")),
                Map.entry(Channels.TOOLS, List.of("tool")),
                Map.entry(Channels.LOOPS, List.of("id")),
                Map.entry(Channels.DESIRES, List.of("id")),
                Map.entry(Channels.USAGE, List.of("id")),
                Map.entry(Channels.REJECTED, List.of("file_id")),
                Map.entry(Channels.UNDELIVERED, List.of("session_or_tool")),
                Map.entry(Channels.EXPORTED, List.of("turn_id", "group")),
                Map.entry(Channels.SHIPPERS, List.of("shipper_id")),
                Map.entry(Channels.REMEDIES, List.of("id")));

        /** Name of the published schema. */
        private final String schema;

        private final List<String> keyFields;
        private final FieldType key;
        private final FieldType value;

        private RecordType(Channel<?, ?> channel, ConverterConfig config) {
            schema = PublishedSchemas.name(channel);
            keyFields = KEYS.get(channel);
            var published = schema.equals(LINE) ? line() : PublishedSchemas.of(channel);
            var properties = published.path("properties");
            var ofKey = JSON.objectNode();
            for (var field : keyFields) {
                // As in the value, so that both have the same column.
                var same = properties.path(field);
                ofKey.withObject("properties")
                        .set(field, same.isMissingNode() ? JSON.objectNode().put("type", "string") : same);
            }
            key = new FieldTypes(schema + ".key", ofKey, config).record(keyFields);
            value = new FieldTypes(schema, published, config).record(keyFields);
        }

        private static JsonNode line() {
            var line = JSON.objectNode();
            line.putObject("properties").putObject(LINE).put("type", "object");
            return line;
        }

        /** By topic. */
        static Map<String, RecordType> all(ConverterConfig config) {
            var all = new TreeMap<String, RecordType>();
            Channels.all()
                    .forEach(channel -> all.put(channel.topic(config.topicPrefix()), new RecordType(channel, config)));
            return all;
        }

        Schema valueSchema() {
            return value.schema();
        }

        SchemaAndValue key(byte[] bytes) {
            var fields = JSON.objectNode();
            var rest = new String(bytes, StandardCharsets.UTF_8);
            for (int i = keyFields.size() - 1; i > 0; i--) {
                int slash = rest.lastIndexOf('/');
                if (slash < 0) {
                    throw new DataException("the key has no \"/\"");
                }
                put(fields, keyFields.get(i), rest.substring(slash + 1));
                rest = rest.substring(0, slash);
            }
            put(fields, keyFields.get(0), rest);
            return new SchemaAndValue(key.schema(), key.reader().read(fields));
        }

        private void put(ObjectNode fields, String name, String text) {
            if (key.schema().field(name).schema().type() == Schema.Type.STRING) {
                fields.put(name, bounded(text));
                return;
            }
            try {
                fields.put(name, Long.parseLong(text));
            } catch (NumberFormatException invalid) {
                throw new DataException("the part " + name + " of the key is not an integer");
            }
        }

        /** The text itself, or when it is too long its start and a hash of the whole. */
        private static String bounded(String text) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            if (bytes.length <= KEY_BYTES_MAX) {
                return text;
            }
            int cut = KEY_BYTES_KEPT;
            while ((bytes[cut] & 0xC0) == 0x80) { // Inside a character
                cut--;
            }
            return new String(bytes, 0, cut, StandardCharsets.UTF_8) + "…"
                    + HexFormat.of().formatHex(Sha256.of(bytes), 0, 8);
        }

        SchemaAndValue value(byte[] bytes) {
            JsonNode json;
            try {
                json = Json.MAPPER.readTree(bytes);
            } catch (IOException broken) {
                // The cause's message quotes the value, so it is omitted.
                throw new DataException("the value is not JSON");
            }
            if (!json.isObject()) {
                throw new DataException("the value is not a JSON object");
            }
            if (schema.equals(LINE)) {
                json = JSON.objectNode().set(LINE, json);
            }
            return new SchemaAndValue(value.schema(), value.reader().read(json));
        }
    }
}
