package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import footfall.alert.Alert;
import footfall.desire.AppliedRemedy;
import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.line.Changes;
import footfall.line.Group;
import footfall.line.RateLimits;
import footfall.line.SessionId;
import footfall.loop.Loop;
import footfall.loop.Recovery;
import footfall.loop.Repeat;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.pattern.Waste;
import footfall.session.SessionBill;
import footfall.session.SessionSummary;
import footfall.shipper.ShipperState;
import footfall.testkit.Page;
import footfall.turn.Asked;
import footfall.turn.Cost.UnpricedModel;
import footfall.turn.DetourTotals;
import footfall.turn.HourTokens;
import footfall.turn.Invocation;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Totals;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The JSON Schemas of the records on topics: names and words from {@link Json#MAPPER}, what is always there
 * from the table below, what a field means from the page of its event.
 */
public final class Schemas {
    /** By section of {@code topology-docs/events.md} and name of the schema. */
    public static final Map<String, Class<?>> RECORDS = records();

    /** What the page says of a field that another record also has. */
    private static final java.util.regex.Pattern AS_IN =
            java.util.regex.Pattern.compile("as in an? \\[(\\w+)]\\(#\\1\\)");

    private static final String GROUP = "group";

    /** Marks the definitions of groups for {@link #flatten}. */
    static final CustomDefinitionProviderV2 GROUPS = Schemas::group;

    /** Components that are never null; those of primitive types go without saying. */
    private static final Map<Class<?>, Set<String>> ALWAYS = Map.ofEntries(
            Map.entry(Turn.class, Set.of("steps")),
            Map.entry(Turn.Id.class, Set.of("turnId", "sessionId")),
            Map.entry(Turn.Prompt.class, Set.of("trigger")),
            Map.entry(Turn.Span.class, Set.of("closedBy", "outcome")),
            Map.entry(Turn.Size.class, Set.of("pattern")),
            Map.entry(Turn.Spend.class, Set.of("tokens", "models", "unpricedModels")),
            Map.entry(Totals.class, Set.of("calls", "failures")),
            Map.entry(Totals.Calls.class, Set.of("tool")),
            Map.entry(Totals.Failures.class, Set.of("category", "subject", "tool")),
            Map.entry(DetourTotals.class, Set.of("loops", "repeats", "recoveries", "questions")),
            Map.entry(DetourTotals.Questions.class, Set.of("name", "ways")),
            Map.entry(Asked.class, Set.of("name", "answer")),
            Map.entry(Desire.Questions.Count.class, Set.of("word")),
            Map.entry(DetourTotals.Loops.class, Set.of("level", "name")),
            Map.entry(DetourTotals.Recoveries.class, Set.of("category", "subject", "wasted", "ways")),
            Map.entry(DetourTotals.Repeats.class, Set.of("kind", "name", "wasted")),
            Map.entry(DetourTotals.Followed.class, Set.of("ways")),
            Map.entry(Repeat.class, Set.of("kind", "name")),
            Map.entry(DetourTotals.Wasted.class, Set.of("tokens", "costUsd")),
            Map.entry(DetourTotals.Way.class, Set.of("way")),
            Map.entry(Waste.class, Set.of("wastedTokens")),
            Map.entry(RecurringLoop.class, Set.of("id", "level", "name", "firstSeen", "lastSeen", "examples")),
            Map.entry(HourTokens.class, Set.of("model", "tokens")),
            Map.entry(SessionTokens.class, Set.of("model", "tokens")),
            Map.entry(UnpricedModel.class, Set.of("model", "tokens")),
            Map.entry(RateLimits.Window.class, Set.of("usedPercent", "resetsAt")),
            Map.entry(Loop.class, Set.of("level", "name")),
            Map.entry(Recovery.class, Set.of("tool", "way")),
            Map.entry(Step.Use.class, Set.of("tool")),
            Map.entry(Step.Result.class, Set.of("outcome")),
            Map.entry(Invocation.class, Set.of("turnId", "sessionId")),
            Map.entry(Alert.class, Set.of("alertId", "kind", "state", "raisedAt")),
            Map.entry(TurnSnapshot.class, Set.of("lastSteps")),
            Map.entry(SessionSummary.class, Set.of("sessionId", "tokens", "subagents", "changes")),
            Map.entry(SessionBill.class, Set.of("totalTokens")),
            Map.entry(SessionSummary.Models.class, Set.of("modelsUsed")),
            Map.entry(SessionSummary.Tools.class, Set.of("toolCounts", "fileExtensions", "bashCategorySummary")),
            Map.entry(SessionSummary.Subagent.class, Set.of("agentId", "toolCounts")),
            Map.entry(Pattern.class, Set.of("pattern", "firstSeen", "lastSeen", "examples")),
            Map.entry(Tool.class, Set.of("tool", "firstSeen", "lastSeen")),
            Map.entry(
                    Desire.class,
                    Set.of(
                            "id",
                            "category",
                            "subject",
                            "title",
                            "toolName",
                            "source",
                            "firstSeen",
                            "lastSeen",
                            "examples",
                            "advice")),
            Map.entry(BilledHour.class, Set.of("id", "hour", "model", "tokens", "changes")),
            Map.entry(RejectedLine.class, Set.of("fileId", "reason")),
            Map.entry(Comparison.class, Set.of("id", "category", "subject", "toolName", "trend", "before", "after")),
            Map.entry(Undelivered.class, Set.of("group", "reason")),
            Map.entry(Exported.class, Set.of("group", "turnId", "traceId")),
            Map.entry(ShipperState.class, Set.of("at", "state", "agents")),
            Map.entry(ShipperState.Id.class, Set.of("shipperId", "command", "version", "startedAt")),
            Map.entry(ShipperState.AgentFiles.class, Set.of("agent")),
            Map.entry(AppliedRemedy.class, Set.of("id", "desire", "at", "place")));

    /** Below which heading of its page a record is described. */
    private static final Map<Class<?>, String> HEADINGS = Map.ofEntries(
            Map.entry(Step.class, "Fields of a step"),
            Map.entry(Step.Use.class, "Fields of a step"),
            Map.entry(Step.Result.class, "Fields of a step"),
            Map.entry(Totals.class, "Fields of totals"),
            Map.entry(Changes.class, "Fields of changes"),
            Map.entry(UnpricedModel.class, "Fields of an unpriced model"),
            Map.entry(Totals.Calls.class, "Fields of a call of totals"),
            Map.entry(Totals.Failures.class, "Fields of a failure of totals"),
            Map.entry(DetourTotals.class, "Fields of detour totals"),
            Map.entry(DetourTotals.Loops.class, "Fields of loops of detour totals"),
            Map.entry(DetourTotals.Repeats.class, "Fields of repeats of detour totals"),
            Map.entry(DetourTotals.Followed.class, "Fields of what followed repeats"),
            Map.entry(Repeat.class, "Fields of a repeat"),
            Map.entry(Asked.class, "Fields of a question"),
            Map.entry(DetourTotals.Questions.class, "Fields of questions of detour totals"),
            Map.entry(Desire.Questions.Count.class, "Fields of an answer and a reason"),
            Map.entry(DetourTotals.Recoveries.class, "Fields of recoveries of detour totals"),
            Map.entry(DetourTotals.Wasted.class, "Fields of what was wasted"),
            Map.entry(DetourTotals.Way.class, "Fields of a way"),
            Map.entry(HourTokens.class, "Fields of usage"),
            Map.entry(SessionTokens.class, "Fields of beside_messages"),
            Map.entry(RateLimits.class, "Fields of rate_limits"),
            Map.entry(RateLimits.Window.class, "Fields of a window"),
            Map.entry(Tokens.class, "Fields of tokens"),
            Map.entry(SessionSummary.Subagent.class, "Fields of a subagent"),
            Map.entry(Loop.class, "Fields of a loop"),
            Map.entry(Recovery.class, "Fields of a recovery"),
            Map.entry(ShipperState.AgentFiles.class, "Fields of an agent"));

    private final Map<String, Map<String, String>> page;
    private final SchemaGenerator generator;

    private Schemas(Map<String, Map<String, String>> page) {
        this.page = page;
        var config = new SchemaGeneratorConfigBuilder(Json.MAPPER, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.DEFINITIONS_FOR_ALL_OBJECTS, Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES);
        config.forTypesInGeneral()
                .withPropertySorter((a, b) -> 0)
                .withCustomDefinitionProvider(Schemas::word)
                .withCustomDefinitionProvider(GROUPS)
                .withDefinitionNamingStrategy((key, context) ->
                        key.getType().getErasedType().getSimpleName().toLowerCase(Locale.ROOT));
        config.forFields()
                .withPropertyNameOverrideResolver(field -> name(Json.MAPPER, field))
                .withRequiredCheck(Schemas::isAlways)
                .withDescriptionResolver(this::meaning);
        generator = new SchemaGenerator(config.build());
    }

    private static Map<String, Class<?>> records() {
        var records = new LinkedHashMap<String, Class<?>>();
        records.put("turn", Turn.class);
        records.put("invocation", Invocation.class);
        records.put("alert", Alert.class);
        records.put("open", TurnSnapshot.class);
        records.put("session", SessionSummary.class);
        records.put("pattern", Pattern.class);
        records.put("tool", Tool.class);
        records.put("loop", RecurringLoop.class);
        records.put("desire", Desire.class);
        records.put("usage", BilledHour.class);
        records.put("rejected", RejectedLine.class);
        records.put("undelivered", Undelivered.class);
        records.put("exported", Exported.class);
        records.put("shipper", ShipperState.class);
        records.put("remedy", AppliedRemedy.class);
        return records;
    }

    /** What the page says about a record; parts that several records have are described with the turn. */
    static Map<String, Map<String, String>> described(String name) {
        var fields = Page.ofRecord("turn").fields();
        fields.putAll(Page.ofRecord(name).fields());
        fields.values().forEach(rows -> rows.replaceAll(Schemas::whereItIsDescribed));
        if (RECORDS.get(name) == Invocation.class) {
            var step = new LinkedHashMap<>(fields.get("Fields of a step"));
            step.remove("sequence");
            fields.get("Fields").putAll(step);
        }
        return fields;
    }

    private static String whereItIsDescribed(String field, String meaning) {
        var other = AS_IN.matcher(meaning);
        if (!other.matches()) {
            return meaning;
        }
        var fields = Page.ofRecord(other.group(1)).fields().get("Fields");
        var same = fields.getOrDefault(field, fields.get(field + "?"));
        assertThat(same).as("%s of %s", field, other.group(1)).doesNotMatch(AS_IN);
        return same;
    }

    /** As published: later versions of footfall may write words that are not among the examples. */
    public static ObjectNode of(String name) {
        return open(closed(name));
    }

    /** With the words of today as the only ones. */
    static ObjectNode closed(String name) {
        var schema = new Schemas(described(name)).generator.generateSchema(RECORDS.get(name));
        var titled = Json.MAPPER.createObjectNode();
        titled.set("$schema", schema.remove("$schema"));
        titled.put("title", name);
        titled.setAll(schema);
        flatten(titled);
        titled.remove(GROUP);
        return titled;
    }

    /** The schema of a record that is on no topic, and so has no page. */
    public static ObjectNode of(Class<?> type) {
        var schema = new Schemas(new LinkedHashMap<>()).generator.generateSchema(type);
        schema.remove("$schema");
        flatten(schema);
        schema.remove(GROUP);
        return open(schema);
    }

    private static ObjectNode open(ObjectNode closed) {
        closed.findParents("enum").forEach(words -> {
            var text = (ObjectNode) words;
            text.set("examples", text.remove("enum"));
        });
        return closed;
    }

    /** As in JSON, the properties of a group stand in place of the group. */
    static void flatten(JsonNode schema) {
        schema.forEach(Schemas::flatten);
        if (schema.path("properties") instanceof ObjectNode properties && schema instanceof ObjectNode object) {
            var required = new ArrayList<JsonNode>();
            var flat = Json.MAPPER.createObjectNode();
            properties.properties().forEach(property -> {
                var name = property.getKey();
                if (property.getValue().has(GROUP)) {
                    flat.setAll((ObjectNode) property.getValue().get("properties"));
                    property.getValue().path("required").forEach(required::add);
                } else {
                    flat.set(name, property.getValue());
                    object.path("required").forEach(one -> {
                        if (one.asText().equals(name)) {
                            required.add(one);
                        }
                    });
                }
            });
            object.set("properties", flat);
            if (!required.isEmpty()) {
                object.putArray("required").addAll(required);
            }
        }
    }

    static String text(String name) {
        return of(name).toPrettyString() + "\n";
    }

    /** The fields of every record in a schema, by heading of its page, as the page is to name them. */
    static Map<String, List<String>> fields(JsonNode schema) {
        var fields = new LinkedHashMap<String, List<String>>();
        fields.put("Fields", fieldsOf(schema));
        HEADINGS.forEach((type, heading) -> {
            var definition = schema.at("/$defs/" + type.getSimpleName().toLowerCase(Locale.ROOT));
            if (definition.isObject()) {
                fields.put(heading, fieldsOf(definition));
            }
        });
        return fields;
    }

    static List<String> fieldsOf(JsonNode schema) {
        var required = new ArrayList<String>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        var fields = new ArrayList<String>();
        schema.path("properties")
                .fieldNames()
                .forEachRemaining(name -> fields.add(required.contains(name) ? name : name + "?"));
        return fields;
    }

    static String name(ObjectMapper mapper, FieldScope field) {
        var owner = mapper.constructType(field.getDeclaringType().getErasedType());
        return mapper.getSerializationConfig().introspect(owner).findProperties().stream()
                .filter(property -> property.getInternalName().equals(field.getDeclaredName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(field + " has no JSON"))
                .getName();
    }

    private static boolean isAlways(FieldScope field) {
        var owner = field.getDeclaringType().getErasedType();
        return field.getType().isPrimitive()
                || ALWAYS.getOrDefault(owner, Set.of()).contains(field.getDeclaredName());
    }

    private String meaning(FieldScope field) {
        if (field.isFakeContainerItemScope()) {
            return null;
        }
        var own = HEADINGS.get(field.getDeclaringType().getErasedType());
        var heading = page.containsKey(own) ? own : "Fields";
        var name = name(Json.MAPPER, field) + (isAlways(field) ? "" : "?");
        return plain(page.getOrDefault(heading, Map.of()).get(name));
    }

    /** Without marks and links; null for null. */
    static String plain(String meaning) {
        return meaning == null ? null : meaning.replace("`", "").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
    }

    private static CustomDefinition group(ResolvedType type, SchemaGenerationContext context) {
        return Group.class.isAssignableFrom(type.getErasedType())
                ? new CustomDefinition(
                        context.createStandardDefinition(type, GROUPS).put(GROUP, true), true)
                : null;
    }

    static CustomDefinition word(ResolvedType type, SchemaGenerationContext context) {
        var erased = type.getErasedType();
        var text = Json.MAPPER.createObjectNode().put("type", "string");
        if (erased.isEnum()) {
            var words = text.putArray("enum");
            for (var constant : erased.getEnumConstants()) {
                words.add(Json.MAPPER.valueToTree(constant).asText());
            }
            return new CustomDefinition(text, true);
        }
        if (erased == SessionId.class) {
            return new CustomDefinition(text, true);
        }
        if (erased == BigDecimal.class) {
            return new CustomDefinition(
                    Json.MAPPER.createObjectNode().put("type", "number").put("format", "decimal"), true);
        }
        return erased == Instant.class ? new CustomDefinition(text.put("format", "date-time"), true) : null;
    }
}
