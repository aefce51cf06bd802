package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import footfall.testkit.TurnText;
import footfall.turn.Invocation;
import footfall.turn.Step;
import footfall.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each story of {@code src/test/stories}, redacted, through the topology: the same turns as from its
 * files.
 */
class StoriesThroughTheDriverTest {
    /** Beyond every timer but that of retention. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    @TempDir
    Path state;

    @TestFactory
    Stream<DynamicTest> aStoryThatArrivesAtOnceEndsAsItsFiles() {
        return each(StoriesThroughTheDriverTest::atOnce);
    }

    @TestFactory
    Stream<DynamicTest> aStoryWhoseLinesComeOneByOneWithTimeForEveryTimerEndsAsItsFiles() {
        return each((driver, shipment) ->
                shipment.records().forEach(sent -> driver.arrive(sent).pass(LONG)));
    }

    @TestFactory
    Stream<DynamicTest> aStoryFedTwiceEndsAsItsFiles() {
        return each((driver, shipment) -> {
            driver.arrive(shipment.records()).pass(LONG);
            int turns = driver.turns().size();
            driver.arrive(shipment.records()).pass(LONG);
            assertThat(driver.turns()).hasSize(turns);
        });
    }

    private static void atOnce(Driver driver, Shipment shipment) {
        driver.arrive(shipment.records()).pass(LONG);
    }

    private interface Way {
        void go(Driver driver, Shipment shipment);
    }

    private Stream<DynamicTest> each(Way way) {
        return Story.all().stream().map(story -> dynamicTest(story.sentence(), () -> tell(story, way)));
    }

    private void tell(Story story, Way way) {
        var shipment = Shipment.of(story);
        try (var driver = new Driver(SETTINGS, state.resolve(story.name()), Fold.NOON)) {
            way.go(driver, shipment);
            var last = driver.lastTurns().values();
            assertThat(TurnText.of(last))
                    .isEqualTo(TurnText.of(shipment.turns(Story.RULES).values()));
            assertThat(TurnText.withoutErrors(last.stream().map(TurnJson::line).toList()))
                    .isEqualTo(TurnText.withoutErrors(story.expected()));
            everyRevisionIsNew(driver);
            everyStepHasItsLastRowAndNoneTwice(driver);
            assertThat(driver.all())
                    .allSatisfy(record -> assertThat(record.headers()).isEmpty());
        }
    }

    private static void everyRevisionIsNew(Driver driver) {
        var revisions = new HashMap<String, Integer>();
        for (var record : driver.turnRecords()) {
            assertThat(record.key()).isEqualTo(record.value().id().turnId());
            var before = revisions.put(record.key(), record.value().revision());
            assertThat(record.value().revision()).isEqualTo(before == null ? 0 : before + 1);
        }
    }

    /** The rows of the last turns and nothing else, and no row twice but for a change of another field. */
    static void everyStepHasItsLastRowAndNoneTwice(Driver driver) {
        var rows = new TreeMap<String, String>();
        for (var record : driver.invocations()) {
            if (record.value() == null) {
                assertThat(rows.remove(record.key())).as(record.key()).isNotNull();
                continue;
            }
            var row = text(record.value());
            assertThat(rows.put(record.key(), row)).as(record.key()).isNotEqualTo(row);
        }
        var expected = new TreeMap<String, String>();
        driver.lastTurns()
                .forEach((id, turn) -> turn.steps()
                        .forEach(step -> expected.put(id + "/" + step.sequence(), TurnJson.pretty(row(turn, step)))));
        assertThat(rows).isEqualTo(expected);
    }

    private static String text(Invocation row) {
        return TurnJson.pretty(Json.MAPPER.valueToTree(row).toString().replaceFirst("\"revision\":\\d+,", ""));
    }

    private static String row(footfall.turn.Turn turn, Step step) {
        var row = Json.MAPPER.createObjectNode();
        row.setAll((com.fasterxml.jackson.databind.node.ObjectNode) Json.MAPPER.valueToTree(step));
        row.remove("sequence");
        row.put("turn_id", turn.id().turnId())
                .put("turn_sequence", step.sequence())
                .put("turn_length", turn.size().length());
        row.put("long", turn.size().isLong())
                .put("session_id", turn.id().sessionId().value());
        var rest = new HashMap<String, String>();
        rest.put("agent_id", turn.id().agentId());
        rest.put("copy_of", turn.prompt().copyOf());
        rest.put("agent", turn.product().agent());
        rest.put("agent_version", turn.product().agentVersion());
        rest.put("project", turn.origin().project());
        rest.put("host", turn.origin().host());
        rest.put("user", turn.origin().user());
        rest.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .map(Map.Entry::copyOf)
                .forEach(entry -> row.put(entry.getKey(), entry.getValue()));
        return row.toString();
    }
}
