package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.alert.BudgetRules;
import footfall.alert.BudgetRules.Budget;
import footfall.alert.OutageRules;
import footfall.desire.DesireRules;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Views.Change;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts of many sessions together: outages of a tool, and budgets. */
class OutagesThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    private static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    /** Of one turn. */
    private static final int INPUT = 100_000;

    /** One call of the tool in each of so many sessions, all of which fail; no turn ends. */
    private static List<Shipment.Sent> failures(String tool, int sessions) {
        var sent = new ArrayList<Shipment.Sent>();
        for (int i = 0; i < sessions; i++) {
            sent.addAll(Shipment.of(session("s" + i)
                            .prompt(0, "go")
                            .assistant(1, "m", use(tool, "t"))
                            .failed(2, "t", "Request failed with status code 503"))
                    .records());
        }
        return sent;
    }

    private static Alert alert(String tool, Alert.State state, int value, Instant startedAt, Instant raisedAt) {
        return new Alert(
                tool + ":outage:1",
                Alert.Kind.OUTAGE,
                1,
                state,
                value,
                10,
                null,
                null,
                null,
                new Turn.Product(null, null),
                new Origin(null, null, null),
                startedAt,
                raisedAt);
    }

    private static List<Alert> values(List<TestRecord<String, Alert>> alerts) {
        return alerts.stream().map(TestRecord::value).toList();
    }

    @Test
    void theTenthFailureRaisesAnOutageAtOnceAndFiveMinutesOfQuietClearIt() {
        try (var driver = new Driver(SETTINGS, state, LIVE)) {
            driver.arrive(failures("Web", 9)).advance(Duration.ofSeconds(1));
            assertThat(driver.alerts()).isEmpty();
            var tenth = driver.now();
            driver.arrive(failures("Web", 10).subList(27, 30));
            assertThat(driver.turns()).isEmpty();
            assertThat(driver.alerts()).singleElement().satisfies(record -> {
                assertThat(record.key()).isEqualTo("Web");
                assertThat(record.timestamp()).isEqualTo(tenth.toEpochMilli());
                assertThat(record.value()).isEqualTo(alert("Web", Alert.State.RAISED, 10, LIVE, tenth));
            });
            driver.advance(Duration.ofSeconds(298));
            assertThat(driver.alerts()).hasSize(1);
            driver.advance(Duration.ofMillis(1_500));
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert("Web", Alert.State.RAISED, 10, LIVE, tenth),
                            alert("Web", Alert.State.CLEARED, 1, LIVE, tenth));
            driver.pass(Duration.ofMinutes(10));
            assertThat(values(driver.alerts()))
                    .filteredOn(alert -> alert.kind() == Alert.Kind.OUTAGE)
                    .hasSize(2);
            assertThat(driver.rows(Tables.TALLY)).noneMatch(row -> row.key.get()[0] == 20);
        }
    }

    @Test
    void observersReceiveAnOutageLikeAnyAlert() {
        var context = Tasks.alone();
        var emitted = new ArrayList<Alert>();
        context.watch().listen(change -> {
            if (change instanceof Change.Alerted alerted) {
                emitted.add(alerted.alert());
            }
        });
        try (var driver = new Driver(SETTINGS, context, state, LIVE)) {
            driver.arrive(failures("Web", 10)).pass(Duration.ofMinutes(10));
            assertThat(emitted)
                    .filteredOn(alert -> alert.kind() == Alert.Kind.OUTAGE)
                    .extracting(Alert::state)
                    .containsExactly(Alert.State.RAISED, Alert.State.CLEARED);
            assertThat(emitted).containsExactlyInAnyOrderElementsOf(values(driver.alerts()));
        }
    }

    @Test
    void aServerWhoseToolsFailTogetherIsOut() {
        try (var driver = new Driver(SETTINGS, state, LIVE)) {
            driver.arrive(failures("mcp__db__query", 5))
                    .arrive(failures("mcp__db__list", 5).stream()
                            .map(sent -> sent.renamed("x"))
                            .toList());
            assertThat(values(driver.alerts())).containsExactly(alert("mcp__db", Alert.State.RAISED, 10, LIVE, LIVE));
        }
    }

    @Test
    void historyCopiesAndLinesFedAgainAreSilent() {
        try (var driver = new Driver(SETTINGS, state, LIVE.plus(Duration.ofMinutes(11)))) {
            driver.arrive(failures("Web", 20));
            assertThat(driver.alerts()).isEmpty();
        }
        try (var driver = new Driver(SETTINGS, state.resolve("copies"), LIVE)) {
            driver.arrive(failures("Web", 20).stream()
                    .map(OutagesThroughTheDriverTest::copied)
                    .toList());
            assertThat(driver.alerts()).isEmpty();
        }
        try (var driver = new Driver(SETTINGS, state.resolve("again"), LIVE)) {
            driver.arrive(failures("Web", 9)).arrive(failures("Web", 9));
            assertThat(driver.alerts()).isEmpty();
        }
    }

    private static List<Shipment.Sent> failures(String tool, int sessions, String suffix) {
        return failures(tool, sessions).stream()
                .map(sent -> sent.renamed(suffix))
                .toList();
    }

    @Test
    void whatIsCaughtUpWithIsNeitherRaisedNorCleared() {
        try (var driver = new Driver(SETTINGS, state, LIVE.plus(Duration.ofHours(1)))) {
            for (var again : List.of("a", "b", "c")) {
                driver.arriveAs(LIVE, failures("Web", 10, again)).advance(Duration.ofSeconds(2));
            }
            assertThat(values(driver.alerts()))
                    .filteredOn(alert -> alert.kind() == Alert.Kind.OUTAGE)
                    .isEmpty();
        }
    }

    @Test
    void whatArrivesWithinTheWindowIsRaisedThoughTheStreamIsBehind() {
        try (var driver = new Driver(SETTINGS, state, LIVE.plus(Duration.ofSeconds(299)))) {
            driver.arriveAs(LIVE, failures("Web", 10));
            assertThat(values(driver.alerts())).containsExactly(alert("Web", Alert.State.RAISED, 10, LIVE, LIVE));
        }
    }

    @Test
    void aClockThatIsAheadHidesNoOutage() {
        try (var driver = new Driver(SETTINGS, state, LIVE)) {
            driver.arriveAs(LIVE.plus(Duration.ofMinutes(9)), failures("Web", 1, "ahead"));
            driver.arrive(failures("Web", 9));
            assertThat(values(driver.alerts())).containsExactly(alert("Web", Alert.State.RAISED, 10, LIVE, LIVE));
        }
    }

    private static Shipment.Sent copied(Shipment.Sent sent) {
        return sent.copiedFrom("s");
    }

    private Driver driver(String budget) {
        var rules = new BudgetRules(Map.of("shop", Budget.of(budget).orElseThrow()));
        var tallies = new TopologySettings.Tallies(
                TopologySettings.TALLY_RETENTION, DesireRules.DEFAULTS, OutageRules.DEFAULTS, rules);
        return new Driver(Defaults.topology(Defaults.turns(Story.PRICES), tallies), state.resolve("state"), LIVE);
    }

    /** A turn that cost 30 cents. */
    private static List<Shipment.Sent> turn(String session, String project, long second) {
        return Shipment.of(session(session)
                        .prompt(second, "go")
                        .with("cwd", "/w/" + project)
                        .endTurn(second + 2, "m" + session)
                        .usage(INPUT, 0))
                .records();
    }

    @Test
    void whatWasUsedBeforeThePeriodIsNotCounted() {
        try (var driver = driver("0.60/month")) {
            for (int i = 0; i < 9; i++) {
                driver.arrive(turn("s" + i, "shop", -86_400L * 10)).pass(Duration.ofMinutes(2));
            }
            assertThat(budgets(driver)).isEmpty();
            driver.arrive(turn("late", "shop", 0))
                    .arrive(turn("later", "shop", 1))
                    .pass(Duration.ofMinutes(2));
            assertThat(budgets(driver)).singleElement().asString().startsWith("shop:budget:2 raised 60 of 60");
        }
    }

    private static List<String> budgets(Driver driver) {
        return driver.alerts().stream()
                .map(record -> record.value())
                .filter(alert -> alert.kind() == Alert.Kind.BUDGET)
                .map(alert -> alert.alertId() + " " + alert.state().word() + " " + alert.value() + " of "
                        + alert.threshold() + ", " + alert.origin().project() + " since " + alert.startedAt())
                .toList();
    }

    @Test
    void aProjectThatCostsMoreThanItsBudgetIsAnAlertUntilThePeriodEnds() {
        try (var driver = driver("0.60/day")) {
            driver.arrive(turn("a", "shop", 0)).arrive(turn("a", "shop", 0)).pass(Duration.ofMinutes(2));
            driver.arrive(turn("b", "other", 0)).arrive(turn("c", "other", 1)).pass(Duration.ofMinutes(2));
            assertThat(budgets(driver)).isEmpty();
            driver.arrive(turn("d", "shop", 10)).pass(Duration.ofMinutes(2));
            var raised = "shop:budget:2 raised 60 of 60, shop since 2026-01-05T00:00:00Z";
            assertThat(budgets(driver)).containsExactly(raised);
            driver.pass(Duration.ofDays(1));
            assertThat(budgets(driver))
                    .containsExactly(raised, "shop:budget:2 cleared 60 of 60, shop since 2026-01-05T00:00:00Z");
            assertThat(driver.rows(Tables.TALLY)).noneMatch(row -> row.key.get()[0] == 22);
        }
    }
}
