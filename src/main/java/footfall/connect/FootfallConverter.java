package footfall.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.Sha256;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
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

        private static final Map<Channel<?, ?>, Form> FORMS = Map.ofEntries(
                Map.entry(Channels.LINES, new Form(LINE, List.of("session_id"))),
                Map.entry(Channels.TURNS, new Form("turn", List.of("turn_id"))),
                Map.entry(Channels.INVOCATIONS, new Form("invocation", List.of("turn_id", "turn_sequence"))),
                Map.entry(Channels.ALERTS, new Form("alert", List.of("session_or_tool"))),
                Map.entry(Channels.OPEN, new Form("open", List.of("trail"))),
                Map.entry(Channels.SESSIONS, new Form("session", List.of("session_id"))),
                Map.entry(Channels.PATTERNS, new Form("pattern", List.of("pattern"))),
                Map.entry(Channels.TOOLS, new Form("tool", List.of("tool"))),
                Map.entry(Channels.LOOPS, new Form("loop", List.of("id"))),
                Map.entry(Channels.DESIRES, new Form("desire", List.of("id"))),
                Map.entry(Channels.USAGE, new Form("usage", List.of("id"))),
                Map.entry(Channels.REJECTED, new Form("rejected", List.of("file_id"))),
                Map.entry(Channels.UNDELIVERED, new Form("undelivered", List.of("session_or_tool"))),
                Map.entry(Channels.EXPORTED, new Form("exported", List.of("turn_id", "group"))),
                Map.entry(Channels.SHIPPERS, new Form("shipper", List.of("shipper_id"))));

        private final Form form;
        private final FieldType key;
        private final FieldType value;

        /** The name of a published schema, and the fields whose values, joined by slashes, are the key. */
        private record Form(String schema, List<String> key) {
            JsonNode published() {
                if (schema.equals(LINE)) {
                    var line = JSON.objectNode();
                    line.putObject("properties").putObject(LINE).put("type", "object");
                    return line;
                }
                try (var in = RecordType.class.getResourceAsStream(schema + ".json")) {
                    return Json.MAPPER.readTree(in);
                } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                }
            }
        }

        private RecordType(Form form, ConverterConfig config) {
            this.form = form;
            var published = form.published();
            var properties = published.path("properties");
            var ofKey = JSON.objectNode();
            for (var field : form.key()) {
                // As in the value, so that both have the same column.
                var same = properties.path(field);
                ofKey.withObject("properties")
                        .set(field, same.isMissingNode() ? JSON.objectNode().put("type", "string") : same);
            }
            key = new FieldTypes(form.schema() + ".key", ofKey, config).record(form.key());
            value = new FieldTypes(form.schema(), published, config).record(form.key());
        }

        /** By topic. */
        static Map<String, RecordType> all(ConverterConfig config) {
            var all = new TreeMap<String, RecordType>();
            Channels.all()
                    .forEach(channel ->
                            all.put(channel.topic(config.topicPrefix()), new RecordType(FORMS.get(channel), config)));
            return all;
        }

        Schema valueSchema() {
            return value.schema();
        }

        SchemaAndValue key(byte[] bytes) {
            var fields = JSON.objectNode();
            var rest = new String(bytes, StandardCharsets.UTF_8);
            for (int i = form.key().size() - 1; i > 0; i--) {
                int slash = rest.lastIndexOf('/');
                if (slash < 0) {
                    throw new DataException("the key has no \"/\"");
                }
                put(fields, form.key().get(i), rest.substring(slash + 1));
                rest = rest.substring(0, slash);
            }
            put(fields, form.key().get(0), rest);
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
            if (form.schema().equals(LINE)) {
                json = JSON.objectNode().set(LINE, json);
            }
            return new SchemaAndValue(value.schema(), value.reader().read(json));
        }
    }
}
