package footfall.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The JSON Schemas of {@code topology-docs/schemas}, which describe the records of each {@link Channel}. */
public final class PublishedSchemas {
    private static final Map<Channel<?, ?>, String> NAMES = Map.ofEntries(
            Map.entry(Channels.LINES, "line"),
            Map.entry(Channels.TURNS, "turn"),
            Map.entry(Channels.INVOCATIONS, "invocation"),
            Map.entry(Channels.ALERTS, "alert"),
            Map.entry(Channels.OPEN, "open"),
            Map.entry(Channels.SESSIONS, "session"),
            Map.entry(Channels.PATTERNS, "pattern"),
            Map.entry(Channels.TOOLS, "tool"),
            Map.entry(Channels.LOOPS, "loop"),
            Map.entry(Channels.DESIRES, "desire"),
            Map.entry(Channels.USAGE, "usage"),
            Map.entry(Channels.REJECTED, "rejected"),
            Map.entry(Channels.UNDELIVERED, "undelivered"),
            Map.entry(Channels.EXPORTED, "exported"),
            Map.entry(Channels.SHIPPERS, "shipper"),
            Map.entry(Channels.REMEDIES, "remedy"));

    private PublishedSchemas() {}

    /** The name of the records, as in {@code topology-docs/events.md}. */
    public static String name(Channel<?, ?> channel) {
        return NAMES.get(channel);
    }

    /** The schema of the channel's values, in draft 2020-12. */
    public static ObjectNode of(Channel<?, ?> channel) {
        try (var in = PublishedSchemas.class.getResourceAsStream(NAMES.get(channel) + ".json")) {
            return (ObjectNode) Json.MAPPER.readTree(in);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * The same schema for a registry. Registries compare the versions of schemas of draft-07, and accept a new field
     * and a new word under the level FORWARD only where words are examples and no schema is one of several.
     */
    public static ObjectNode evolving(JsonNode published) {
        var evolving = (ObjectNode) schema(published);
        evolving.put("$schema", "http://json-schema.org/draft-07/schema#");
        return evolving;
    }

    private static JsonNode schema(JsonNode published) {
        if (!published.isObject()) {
            return published;
        }
        var schema = Json.MAPPER.createObjectNode();
        published.properties().forEach(keyword -> {
            var value = keyword.getValue();
            switch (keyword.getKey()) {
                case "oneOf" -> {} // The kinds of an event; a new kind is another alternative.
                case "enum" -> schema.set("examples", value);
                case "$ref" -> schema.put("$ref", value.asText().replace("#/$defs/", "#/definitions/"));
                case "$defs" -> schema.set("definitions", schemas(value));
                case "properties" -> schema.set("properties", schemas(value));
                case "items", "additionalProperties" -> schema.set(keyword.getKey(), schema(value));
                default -> schema.set(keyword.getKey(), value);
            }
        });
        if (schema.has("$ref")) {
            schema.remove("required"); // draft-07 ignores what stands beside a reference.
        }
        return schema;
    }

    /** By name. */
    private static ObjectNode schemas(JsonNode published) {
        var schemas = Json.MAPPER.createObjectNode();
        published.properties().forEach(one -> schemas.set(one.getKey(), schema(one.getValue())));
        return schemas;
    }
}
