package footfall.wire;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import footfall.line.Changes;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.OwnCost;
import footfall.line.RateLimits;
import footfall.line.SessionId;
import footfall.line.Target;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Usage;
import footfall.testkit.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The JSON Schema of a record on the topic {@code lines}: names and words from {@link EventJson#MAPPER}, what must be
 * there and the bounds from the tables below. What a field means is written in the schema itself, and stays there.
 * {@link LineSchemaTest} holds the tables to what is read.
 */
public final class LineSchema {
    /** The part of a type's name in {@code $defs} behind the word of a kind. */
    private static final String EVENT = "_event";

    /** Of times in UTC. */
    private static final String INSTANT = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$";

    /** Without halves of surrogate pairs. */
    private static final String WHOLE = "^[^\\uD800-\\uDFFF]*$";

    private static final Page PAGE = Page.of("schemas/line.json");

    /** The kinds in the order of {@link Line}. */
    private static final Map<Class<?>, String> KINDS = kinds();

    /** Components without which a record is refused. */
    private static final Map<Class<?>, Set<String>> REQUIRED = Map.ofEntries(
            Map.entry(LineEvents.class, Set.of("events")),
            Map.entry(Envelope.class, Set.of("session")),
            Map.entry(Line.Prompt.class, Set.of("trigger")),
            Map.entry(Line.Assistant.class, Set.of("message")),
            Map.entry(Line.Tokens.class, Set.of("message")),
            Map.entry(Line.SubagentLink.class, Set.of("toolUseId", "linkedAgent")),
            Map.entry(Line.ScriptCall.class, Set.of("use", "result")),
            Map.entry(Line.ScriptEnd.class, Set.of("toolUseId")),
            Map.entry(Line.CallStart.class, Set.of("toolUseId")),
            Map.entry(Line.CallTimes.class, Set.of("toolUseId")),
            Map.entry(Line.Limits.class, Set.of("limits")),
            Map.entry(Line.Request.class, Set.of("usage")),
            Map.entry(ToolUse.class, Set.of("tool")),
            Map.entry(Target.class, Set.of("value")),
            Map.entry(ToolResult.Verdict.class, Set.of("category")),
            Map.entry(OwnCost.class, Set.of("usd")),
            Map.entry(RateLimits.Window.class, Set.of("usedPercent", "windowMinutes", "resetsAt")));

    /** The names of the records in events, as definitions. */
    private static final Map<Class<?>, String> RECORDS = Map.ofEntries(
            Map.entry(Line.class, "event"),
            Map.entry(Envelope.class, "event"),
            Map.entry(Line.Message.class, "message"),
            Map.entry(Line.Request.class, "request"),
            Map.entry(Usage.class, "tokens"),
            Map.entry(ToolUse.class, "call"),
            Map.entry(Target.class, "target"),
            Map.entry(Changes.class, "changes"),
            Map.entry(ToolResult.class, "result"),
            Map.entry(ToolResult.Verdict.class, "verdict"),
            Map.entry(OwnCost.class, "cost"),
            Map.entry(RateLimits.class, "limits"),
            Map.entry(RateLimits.Window.class, "window"));

    /** As it is committed, with the meaning of each field. */
    private final JsonNode committed;

    private LineSchema(JsonNode committed) {
        this.committed = committed;
    }

    private static Map<Class<?>, String> kinds() {
        var words = EventJson.KINDS.entrySet().stream().collect(toMap(Map.Entry::getValue, Map.Entry::getKey));
        var kinds = new LinkedHashMap<Class<?>, String>();
        Stream.of(Line.class.getPermittedSubclasses())
                .filter(words::containsKey)
                .forEach(type -> kinds.put(type, words.get(type)));
        return kinds;
    }

    /** The schema of a record. */
    public static ObjectNode schema() {
        try {
            return new LineSchema(Json.MAPPER.readTree(PAGE.text())).generated();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Compiled once, and only where records are tested. */
    private static final class Compiled {
        static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema());
    }

    /** Where a record does not keep to the schema, and why. */
    public static List<String> mistakes(byte[] json) {
        try {
            var tree = Json.MAPPER.readTree(json);
            return Compiled.SCHEMA
                    .validate(tree, context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                    .stream()
                    .map(Object::toString)
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static String text() {
        return schema().toPrettyString() + "\n";
    }

    private ObjectNode generated() {
        var config = new SchemaGeneratorConfigBuilder(
                        EventJson.MAPPER, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.DEFINITIONS_FOR_ALL_OBJECTS);
        config.forTypesInGeneral()
                .withPropertySorter((a, b) -> 0)
                .withCustomDefinitionProvider(LineSchema::events)
                .withCustomDefinitionProvider(LineSchema::text)
                .withCustomDefinitionProvider(Schemas::word)
                .withCustomDefinitionProvider(Schemas.GROUPS)
                .withDefinitionNamingStrategy(
                        (key, context) -> definition(key.getType().getErasedType()));
        config.forFields()
                .withPropertyNameOverrideResolver(field -> Schemas.name(EventJson.MAPPER, field))
                .withRequiredCheck(LineSchema::isRequired)
                .withDescriptionResolver(this::meaning)
                .withNumberInclusiveMinimumResolver(LineSchema::least)
                .withNumberInclusiveMaximumResolver(LineSchema::most)
                .withStringMaxLengthResolver(LineSchema::length)
                .withStringPatternResolver(LineSchema::pattern)
                .withArrayMinItemsResolver(field -> isEvents(field) ? 1 : null);
        var schema = new SchemaGenerator(config.build()).generateSchema(LineEvents.class);
        var titled = Json.MAPPER.createObjectNode();
        titled.set("$schema", schema.remove("$schema"));
        titled.put("title", "line");
        titled.setAll(schema);
        Schemas.flatten(titled);
        shareEnvelope(titled.withObject("/$defs"));
        // A total without tokens says nothing.
        titled.withObject("/$defs/reported" + EVENT + "/properties/totals/items")
                .putArray("required")
                .add("usage");
        return titled;
    }

    /** An event is of one of the kinds. */
    private static CustomDefinition events(ResolvedType type, SchemaGenerationContext context) {
        if (type.getErasedType() != Line.class) {
            return null;
        }
        var event = Json.MAPPER.createObjectNode();
        var kinds = event.putArray("oneOf");
        KINDS.keySet()
                .forEach(kind -> kinds.add(context.createDefinitionReference(
                        context.getTypeContext().resolve(kind))));
        return new CustomDefinition(event);
    }

    private static CustomDefinition text(ResolvedType type, SchemaGenerationContext context) {
        var text = Json.MAPPER.createObjectNode().put("type", "string");
        if (type.getErasedType() == SessionId.class) {
            return new CustomDefinition(text.put("maxLength", Ids.LENGTH_MAX), true);
        }
        return type.getErasedType() == Instant.class
                ? new CustomDefinition(text.put("format", "date-time").put("pattern", INSTANT), true)
                : null;
    }

    /** What all kinds have is that of the event; a kind has its word and its own fields. */
    private void shareEnvelope(ObjectNode definitions) {
        var event = definitions.withObject("/" + RECORDS.get(Line.class));
        var kinds = event.remove("oneOf");
        var common = definitions.withObject("/stopped" + EVENT).deepCopy();
        KINDS.values().forEach(kind -> {
            var own = definitions.withObject("/" + kind + EVENT);
            var properties = Json.MAPPER.createObjectNode();
            properties.putObject("kind").put("const", kind);
            own.withObject("/properties").remove(names(common.get("properties")));
            properties.setAll(own.withObject("/properties"));
            var required = new ArrayList<JsonNode>();
            own.path("required").forEach(required::add);
            common.path("required").forEach(required::remove);
            own.removeAll().set("properties", properties);
            if (!required.isEmpty()) {
                own.putArray("required").addAll(required);
            }
        });
        var properties = Json.MAPPER.createObjectNode();
        var kind = properties.putObject("kind").put("description", meaning(Envelope.class, "kind"));
        KINDS.values().forEach(kind.putArray("enum")::add);
        properties.setAll((ObjectNode) common.get("properties"));
        event.put("type", "object").set("properties", properties);
        event.putArray("required").add("kind").addAll((ArrayNode) common.get("required"));
        event.set("oneOf", kinds);
    }

    static List<String> names(JsonNode properties) {
        var names = new ArrayList<String>();
        properties.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static String definition(Class<?> type) {
        return KINDS.containsKey(type) ? KINDS.get(type) + EVENT : RECORDS.getOrDefault(type, type.getSimpleName());
    }

    private static boolean isRequired(FieldScope field) {
        return REQUIRED.getOrDefault(owner(field), Set.of()).contains(field.getDeclaredName());
    }

    private static Class<?> owner(FieldScope field) {
        return field.getDeclaringType().getErasedType();
    }

    private static boolean isOf(FieldScope field, Class<?> owner) {
        return owner(field) == owner;
    }

    private static boolean isItem(FieldScope field) {
        return field.isFakeContainerItemScope();
    }

    private static boolean isEvents(FieldScope field) {
        return isOf(field, LineEvents.class) && field.getDeclaredName().equals("events") && !isItem(field);
    }

    private static Integer length(FieldScope field) {
        if (field.getType().getErasedType() != String.class || isHash(field)) {
            return null;
        }
        return isError(field) ? EventJson.ERROR_MAX : Ids.LENGTH_MAX;
    }

    private static String pattern(FieldScope field) {
        if (isError(field)) {
            return WHOLE;
        }
        boolean isText = field.getType().getErasedType() == String.class;
        return isText && isHash(field) ? "^" + EventJson.TARGET + "$" : null;
    }

    private static boolean isHash(FieldScope field) {
        return isOf(field, Target.class)
                || isOf(field, ToolUse.class) && field.getDeclaredName().equals("input");
    }

    private static boolean isError(FieldScope field) {
        return isOf(field, ToolResult.class) && field.getDeclaredName().equals("error");
    }

    private static BigDecimal least(FieldScope field) {
        if (!isNumber(field)) {
            return null;
        }
        if (field.getType().getErasedType() == Integer.class) {
            return BigDecimal.valueOf(Integer.MIN_VALUE); // An exit code.
        }
        return field.getDeclaredName().equals("windowMinutes") ? BigDecimal.ONE : BigDecimal.ZERO;
    }

    private static BigDecimal most(FieldScope field) {
        if (!isNumber(field)) {
            return null;
        } else if (isOf(field, Usage.class)) {
            return BigDecimal.valueOf(Usage.COUNT_MAX);
        } else if (isOf(field, OwnCost.class)) {
            return OwnCost.USD_MAX;
        } else if (field.getDeclaredName().equals("usedPercent")) {
            return RateLimits.Window.PERCENT_MAX;
        } else if (field.getDeclaredName().equals("windowMinutes")) {
            return BigDecimal.valueOf(RateLimits.Window.MINUTES_MAX);
        }
        return BigDecimal.valueOf(isLong(field) ? Line.DURATION_MAX : Integer.MAX_VALUE);
    }

    private static boolean isLong(FieldScope field) {
        var type = field.getType().getErasedType();
        return type == long.class || type == Long.class;
    }

    private static boolean isNumber(FieldScope field) {
        var type = field.getType().getErasedType();
        return isLong(field) || type == BigDecimal.class || type == Integer.class || type == int.class;
    }

    private String meaning(FieldScope field) {
        if (isItem(field)) {
            return null;
        }
        return meaning(owner(field), Schemas.name(EventJson.MAPPER, field));
    }

    private String meaning(Class<?> type, String name) {
        var record = type == LineEvents.class ? "" : "/$defs/" + definition(type);
        return committed.at(record + "/properties/" + name + "/description").textValue();
    }

    /** The definitions of kinds and of the records in them, by what a reader calls them: "a call". */
    static Map<String, JsonNode> definitions() {
        var schema = schema();
        var definitions = new LinkedHashMap<String, JsonNode>();
        KINDS.values().forEach(kind -> definitions.put("`" + kind + "`", schema.at("/$defs/" + kind + EVENT)));
        RECORDS.values().stream()
                .filter(name -> !name.equals(RECORDS.get(Line.class)))
                .sorted()
                .forEach(name -> definitions.put(withArticle(name), schema.at("/$defs/" + name)));
        return definitions;
    }

    /** As in {@link #definitions}, of a reference. */
    static String nameOf(JsonNode reference) {
        return withArticle(reference.get("$ref").asText().replaceFirst(".*/", ""));
    }

    private static String withArticle(String name) {
        return name.endsWith("s") ? name : (name.startsWith("e") ? "an " : "a ") + name;
    }
}
