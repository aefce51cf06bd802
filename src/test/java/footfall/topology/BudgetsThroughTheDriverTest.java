package footfall.topology;

import static footfall.testkit.Transcripts.session;
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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What projects cost in a day, week or month, against their budgets. */
class BudgetsThroughTheDriverTest {
    private static final Instant LIVE = Transcripts.START;
    /** Of one turn. */
    private static final int INPUT = 100_000;

    @TempDir
    Path state;

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
