package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.testkit.Page;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import footfall.turn.Turn;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What stands in {@code topology-docs/schemas} is what the records are, and what comes out keeps to it. */
class SchemasTest {
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static final Map<String, Schema> MADE = new ConcurrentHashMap<>();

    @TestFactory
    Stream<DynamicTest> everyFieldIsDescribedOnItsPage() {
        return Schemas.RECORDS.keySet().stream()
                .map(name -> dynamicTest(name, () -> {
                    var described = Schemas.described(name);
                    Schemas.fields(Schemas.of(name))
                            .forEach((heading, fields) -> assertThat(described.get(heading))
                                    .as(heading)
                                    .containsOnlyKeys(fields));
                }));
    }

    @TestFactory
    Stream<DynamicTest> aSchemaIsWhatTheRecordIs() {
        return Schemas.RECORDS.keySet().stream()
                .map(name -> dynamicTest(
                        name, () -> Page.of("schemas/" + name + ".json").holds(Schemas.text(name))));
    }

    @Test
    void everyKindOfAlertHasItsRowOnThePage() {
        assertThat(Alert.Kind.values())
                .allSatisfy(kind -> assertThat(Page.ofRecord("alert").text()).contains("\n| `" + kind.word() + "` | "));
    }

    @Test
    void everyFieldOfATurnOccursInAStory() {
        var seen = new TreeSet<String>();
        Story.all()
                .forEach(story -> story.expected()
                        .forEach(turn -> TurnJson.tree(turn).fieldNames().forEachRemaining(seen::add)));
        var fields = Schemas.fields(Schemas.of("turn")).get("Fields");
        // Only turns of more than 1,000 steps have totals, and the prices of stories have no version.
        assertThat(fields)
                .filteredOn(field -> !Set.of("totals?", "price_list?").contains(field))
                .allSatisfy(field -> assertThat(seen).contains(field.replace("?", "")));
    }

    @TestFactory
    Stream<DynamicTest> whatComesOutOfAStoryKeepsToTheSchemas() {
        return Story.all().stream()
                .map(story -> dynamicTest(story.sentence(), () -> {
                    var records = StoryRecords.of(story);
                    records.turns().forEach(turn -> keepsTo("turn", turn));
                    records.invocations().forEach(row -> keepsTo("invocation", row));
                    records.alerts().forEach(alert -> keepsTo("alert", alert));
                    records.open().forEach(turn -> keepsTo("open", turn));
                    Shipment.of(story).sessions(Story.PRICES).values().forEach(one -> keepsTo("session", one));
                    records.tallies().patterns().values().forEach(pattern -> keepsTo("pattern", pattern));
                    records.tallies().tools().values().forEach(tool -> keepsTo("tool", tool));
                    records.tallies().loops().values().forEach(loop -> keepsTo("loop", loop));
                    records.tallies().desires().values().forEach(desire -> keepsTo("desire", desire));
                    records.rejected().forEach(row -> keepsTo("rejected", row));
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsWrittenIsReadBack() {
        return Story.all().stream()
                .map(story -> dynamicTest(story.sentence(), () -> {
                    var records = StoryRecords.of(story);
                    areReadBack(Turn.class, records.turns());
                    areReadBack(Pattern.class, records.tallies().patterns().values());
                    areReadBack(Tool.class, records.tallies().tools().values());
                    areReadBack(RecurringLoop.class, records.tallies().loops().values());
                    areReadBack(Desire.class, records.tallies().desires().values());
                }));
    }

    private static <V> void areReadBack(Class<V> type, Collection<V> records) {
        assertThat(records)
                .allSatisfy(record ->
                        assertThat(Json.read(type, Json.bytes(record))).isEqualTo(record));
    }

    @Test
    void anOutageKeepsToTheSchemaOfAlerts() {
        EventPagesTest.outage().forEach(alert -> keepsTo("alert", alert));
    }

    @TestFactory
    Stream<DynamicTest> aSummaryThatIsWrittenIsReadBack() {
        return Story.all().stream()
                .map(story -> dynamicTest(
                        story.sentence(),
                        () -> assertThat(Shipment.of(story)
                                        .sessions(Story.PRICES)
                                        .values())
                                .allSatisfy(one -> assertThat(Json.read(SessionSummary.class, Json.bytes(one)))
                                        .isEqualTo(one))));
    }

    private static void keepsTo(String name, Object record) {
        JsonNode json = Json.MAPPER.valueToTree(record);
        var schema = MADE.computeIfAbsent(name, one -> REGISTRY.getSchema(Schemas.closed(one)));
        assertThat(schema.validate(
                        json, context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                .as(json.toString())
                .isEmpty();
    }
}
