package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.line.Ids;
import footfall.testkit.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The table of what an event contains in {@code topology-docs/privacy.md} is what {@link LineSchema} says. */
class PrivacyPageTest {
    private static final String HEAD = "\n| of | field | type | what it is |\n|---|---|---|---|\n";
    private static final Pattern TABLE = Pattern.compile("(?<=" + Pattern.quote(HEAD) + ").*?(?=\n\n)", Pattern.DOTALL);
    private static final JsonNode SCHEMA = LineSchema.schema();

    private record Field(String of, String name, boolean isRequired, JsonNode schema) {
        String row() {
            var meaning = schema.path("description").asText();
            assertThat(meaning)
                    .as("the meaning of %s in %s, in schemas/line.json", name, of)
                    .isNotEmpty();
            return "| %s | `%s`%s | %s | %s |".formatted(of, name, isRequired ? "" : "?", type(schema), meaning);
        }
    }

    /** Of records, of all events, of each kind, then of what stands in them. */
    private static List<Field> fields() {
        var fields = new ArrayList<Field>();
        add(fields, "a record", SCHEMA);
        add(fields, "each event", SCHEMA.at("/$defs/event"));
        LineSchema.definitions().forEach((name, definition) -> add(fields, name, definition));
        return fields;
    }

    private static void add(List<Field> fields, String of, JsonNode record) {
        var required = new ArrayList<String>();
        record.path("required").forEach(name -> required.add(name.asText()));
        record.path("properties").properties().stream()
                .filter(field -> !field.getValue().has("const"))
                .forEach(field ->
                        fields.add(new Field(of, field.getKey(), required.contains(field.getKey()), field.getValue())));
    }

    private static String type(JsonNode schema) {
        if (schema.has("$ref")) {
            return LineSchema.nameOf(schema);
        } else if (schema.has("enum")) {
            return "one of " + schema.get("enum").size() + " words: "
                    + StreamSupport.stream(schema.get("enum").spliterator(), false)
                            .map(JsonNode::asText)
                            .collect(Collectors.joining(", "));
        }
        return switch (schema.path("type").asText()) {
            case "array" -> "list, each " + type(schema.get("items"));
            case "boolean" -> "yes or no";
            case "integer", "number" -> "number from " + schema.get("minimum") + " to " + schema.get("maximum");
            default -> text(schema);
        };
    }

    private static String text(JsonNode schema) {
        if (schema.path("format").asText().equals("date-time")) {
            return "time";
        } else if (!schema.has("maxLength")) {
            return "text of the form `" + schema.get("pattern").asText() + "`";
        }
        return (isFree(schema) ? "**text**" : "ID or name") + ", up to " + schema.get("maxLength") + " characters";
    }

    private static boolean isFree(JsonNode schema) {
        return schema.path("maxLength").asInt() > Ids.LENGTH_MAX;
    }

    @Test
    void theTableIsWhatTheEventsAre() {
        var page = Page.of("privacy.md");
        var rows = fields().stream().map(Field::row).collect(Collectors.joining("\n"));
        assertThat(TABLE.matcher(page.text()).results()).hasSize(1);
        page.holds(TABLE.matcher(page.text()).replaceAll(Matcher.quoteReplacement(rows)));
    }

    @Test
    void theTextOfAnErrorIsTheOnlyFreeText() {
        Map<String, String> free = new TreeMap<>();
        fields().stream().filter(field -> isFree(field.schema())).forEach(field -> free.put(field.name(), field.of()));
        assertThat(free).isEqualTo(Map.of("error", "a result"));
    }
}
