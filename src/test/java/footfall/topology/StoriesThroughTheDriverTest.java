package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.desire.DesireRules;
import footfall.pattern.BilledHour;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.FileTallies;
import footfall.testkit.Fold;
import footfall.testkit.MessageTokens;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import footfall.testkit.TurnText;
import footfall.turn.Invocation;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.Selection;
import footfall.view.UsageBy;
import footfall.view.UsageFold;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each story of {@code src/test/stories}, redacted, through the topology, however its lines arrive: the turns, session
 * summaries, tallies and desires of its files, and the usage of those turns.
 */
class StoriesThroughTheDriverTest {
    /** Beyond every timer but that of retention. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    /** The tokens of Codex are compared with ccusage's, those of Copilot with those of another implementation. */
    private static final Set<String> ELSEWHERE = Set.of("codex", "copilot");

    private static final UsageQuestion USAGE = new UsageQuestion(
            List.of(UsageBy.HOUR, UsageBy.PROJECT, UsageBy.HOST, UsageBy.USER, UsageBy.MODEL),
            Selection.ALL,
            ZoneOffset.UTC);

    @TempDir
    Path state;

    @TestFactory
    Stream<DynamicTest> aStoryWhoseLinesComeOneByOneWithTimeForEveryTimerEndsAsItsFiles() {
        return each((driver, shipment) ->
                shipment.records().forEach(sent -> driver.arrive(sent).pass(LONG)));
    }

    @TestFactory
    Stream<DynamicTest> aStoryThatArrivesAtOnceEndsAsItsFilesAndFedAgainNoRecordMoreComesOut() {
        return each((driver, shipment) -> {
            driver.arrive(shipment.records()).pass(LONG);
            int records = driver.all().size();
            driver.arrive(shipment.records()).pass(LONG);
            assertThat(driver.all()).hasSize(records);
        });
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
            theSummariesAreThoseOfItsFiles(driver, shipment);
            theTalliesAreThoseOfItsFiles(driver, shipment);
            assertThat(tallied(Driver.last(driver.usage()).values()))
                    .isEqualTo(folded(last, driver.lastSessions().values()));
            assertThat(driver.all())
                    .allSatisfy(record -> assertThat(record.headers()).isEmpty());
        }
    }

    private static void theSummariesAreThoseOfItsFiles(Driver driver, Shipment shipment) {
        assertThat(driver.lastSessions()).isEqualTo(shipment.sessions(Story.PRICES));
        var tokens = MessageTokens.of(shipment.records());
        driver.lastSessions().entrySet().stream()
                .filter(one -> !ELSEWHERE.contains(one.getValue().product().agent()))
                .forEach(one -> assertThat(one.getValue().tokens())
                        .isEqualTo(one.getValue().usage().tokens().stream()
                                .map(SessionTokens::tokens)
                                .reduce(tokens.get(one.getKey()), Tokens::plus)));
    }

    private static void theTalliesAreThoseOfItsFiles(Driver driver, Shipment shipment) {
        var expected = FileTallies.of(shipment.walks(Story.RULES), DesireRules.DEFAULTS, null);
        assertThat(Driver.last(driver.patterns())).isEqualTo(expected.patterns());
        assertThat(Driver.last(driver.tools())).isEqualTo(expected.tools());
        assertThat(Driver.last(driver.loops())).isEqualTo(expected.loops());
        assertThat(Driver.last(driver.desires())).isEqualTo(expected.desires());
    }

    /** What the fold over turns, and over what sessions used beside them, gives: by values of the key, the sums. */
    private static Map<List<String>, String> folded(Collection<Turn> turns, Collection<SessionSummary> sessions) {
        var fold = new UsageFold(USAGE);
        sessions.forEach(session -> fold.add(session.usage()));
        turns.stream().filter(turn -> turn.span().startedAt() != null).forEach(fold::add);
        var sums = new HashMap<List<String>, String>();
        for (UsagePart.Entry entry : fold.part(0, null).entries()) {
            var sum = entry.sums();
            var numbers = List.of(sum.turns(), sum.longTurns(), sum.steps(), sum.failures(), sum.activeDurationMs());
            var key = Stream.concat(entry.values().stream(), Stream.of(entry.isBeside() ? "beside" : ""))
                    .toList();
            sums.put(key, numbers + " " + sum.reported() + " " + sum.cost() + " " + sum.unpricedReported());
        }
        return sums;
    }

    private static Map<List<String>, String> tallied(Collection<BilledHour> hours) {
        var sums = new HashMap<List<String>, String>();
        for (var hour : hours) {
            var key = Stream.of(
                            hour(hour.hour()),
                            hour.project(),
                            hour.host(),
                            hour.user(),
                            hour.model(),
                            hour.besideMessages() == null ? "" : "beside")
                    .map(value -> value == null ? UsageBy.UNKNOWN : value)
                    .toList();
            var numbers =
                    List.of(hour.turns(), hour.longTurns(), hour.steps(), hour.failures(), hour.activeDurationMs());
            var unpriced = hour.unpricedTokens() == null ? Tokens.ZERO : hour.unpricedTokens();
            sums.put(key, numbers + " " + hour.tokens() + " " + hour.costUsd() + " " + unpriced);
        }
        return sums;
    }

    private static String hour(Instant at) {
        return at.toString().replace(":00:00Z", ":00Z");
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
