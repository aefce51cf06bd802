package footfall.alert;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.BudgetRules.Budget;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The cost of a project, the budget of which is 10 USD a week. */
class BudgetAlertsTest {
    private static final Instant WEDNESDAY = Instant.parse("2026-01-07T12:00:00Z");
    private static final Instant MONDAY = Instant.parse("2026-01-12T00:00:00Z");

    private final List<String> said = new ArrayList<>();

    private static BudgetAlerts alerts(String budget) {
        return new BudgetAlerts(new BudgetRules(Map.of("shop", Budget.of(budget).orElseThrow())));
    }

    private void say(Alert alert) {
        said.add(alert.state().word() + " " + alert.level() + ": " + alert.value() + " of " + alert.threshold());
    }

    private ProjectCost costs(String... usd) {
        var week = alerts("10/week");
        var cost = week.current("shop", null, WEDNESDAY, this::say);
        for (var one : usd) {
            cost = week.spent(cost, new BigDecimal(one), WEDNESDAY, this::say);
            cost = ProjectCost.KIND.value(ProjectCost.KIND.bytes(cost));
        }
        return cost;
    }

    @Test
    void eachLevelIsRaisedWhenItIsReachedAndClearedWhenTheCostSinksBelowIt() {
        costs("7.99", "8", "9", "10", "20.5", "19", "7");
        assertThat(said)
                .containsExactly(
                        "raised 1: 800 of 800",
                        "raised 2: 1000 of 1000",
                        "raised 3: 2050 of 2000",
                        "cleared 3: 1900 of 2000",
                        "cleared 1: 700 of 800",
                        "cleared 2: 700 of 1000");
    }

    @Test
    void aPeriodEndsAtMidnightInUtcAndWithItItsAlerts() {
        var cost = costs("10");
        var week = alerts("10/week");
        assertThat(week.current("shop", cost, MONDAY.minusSeconds(1), this::say))
                .isEqualTo(cost);
        assertThat(week.isIn(cost, MONDAY.minusSeconds(1))).isTrue();
        assertThat(week.isIn(cost, MONDAY)).isFalse();
        assertThat(week.current("shop", cost, MONDAY, this::say)).isEqualTo(ProjectCost.none("shop", MONDAY));
        assertThat(said).containsExactly("raised 2: 1000 of 1000", "cleared 2: 1000 of 1000");
    }

    /** What was counted, and its parts, are of the period that the clock will soon be in again. */
    @Test
    void aClockThatIsSetBackOverTheStartOfAPeriodDoesNotBeginAnother() {
        var week = alerts("10/week");
        var cost = week.spent(ProjectCost.none("shop", MONDAY), new BigDecimal("10"), MONDAY, this::say);
        assertThat(week.current("shop", cost, MONDAY.minusSeconds(5), this::say))
                .isEqualTo(cost);
        assertThat(said).containsExactly("raised 2: 1000 of 1000");
        assertThat(week.current("shop", cost, WEDNESDAY, this::say).start())
                .isEqualTo(Instant.parse("2026-01-05T00:00:00Z"));
        assertThat(said).hasSize(2).last().isEqualTo("cleared 2: 1000 of 1000");
        var day = ProjectCost.none("shop", WEDNESDAY.minusSeconds(43_200));
        assertThat(week.current("shop", day, day.start().minusSeconds(5), this::say)
                        .start())
                .isEqualTo(Instant.parse("2026-01-05T00:00:00Z"));
    }

    @Test
    void anotherBudgetIsComparedAtOnceAndWithoutOneTheAlertsEnd() {
        var cost = costs("10");
        var more = alerts("100/week").current("shop", cost, WEDNESDAY, this::say);
        assertThat(more.raised()).isEmpty();
        assertThat(new BudgetAlerts(BudgetRules.NONE).current("shop", cost, WEDNESDAY, this::say))
                .isNull();
        assertThat(said).containsExactly("raised 2: 1000 of 1000", "cleared 2: 1000 of 10000", "cleared 2: 1000 of 0");
    }

    @Test
    void aBudgetIsAnAmountAndAPeriod() {
        assertThat(Budget.of("99.50/month").orElseThrow().text()).isEqualTo("99.50/month");
        for (var wrong : List.of("", "20", "20/year", "0/day", "-1/day", "1.234/day", "$20/day")) {
            assertThat(Budget.of(wrong)).as(wrong).isEmpty();
        }
    }
}
