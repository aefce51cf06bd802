package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.alert.BudgetRules;
import footfall.alert.BudgetRules.Budget;
import footfall.alert.ProjectCost;
import footfall.pattern.CostDelta;
import footfall.testkit.TallyBytes;
import footfall.topology.TallyFold.ProjectCosts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of the rows of a project when it has no budget any more. */
class ProjectCostsTest {
    private static final Instant NOON = Instant.parse("2026-01-07T12:00:00Z");
    private static final BudgetRules DAY =
            new BudgetRules(Map.of("shop", Budget.of("0.60/day").orElseThrow()));
    private static final byte[] COSTS = {ProjectCost.KIND.code()};
    private static final byte[] PARTS = {ProjectCost.PART.code()};

    private final TallyBytes rows = new TallyBytes();
    private final List<Alert> alerts = new ArrayList<>();

    private ProjectCosts costs(BudgetRules rules) {
        return new ProjectCosts(rules, rows, out -> alerts.add((Alert) out.value()));
    }

    private static CostDelta part(String id, String usd) {
        return new CostDelta("shop", NOON, id, new BigDecimal(usd));
    }

    private void spendInThreeParts() {
        var costs = costs(DAY);
        List.of("a", "b", "c").forEach(id -> costs.apply(part(id, "0.20"), NOON));
        alerts.removeIf(alert -> alert.level() == 1);
        assertThat(alerts).extracting(Alert::state).containsExactly(Alert.State.RAISED);
        assertThat(rows.first(PARTS, 9)).hasSize(3);
    }

    @Test
    void withoutABudgetItsAlertIsClearedOnceHoweverManyTicksItTakesToRemoveTheParts() {
        spendInThreeParts();
        var without = costs(BudgetRules.NONE);
        for (int i = 0; i < 3; i++) {
            assertThat(without.tick(1, NOON)).isFalse();
        }
        assertThat(without.tick(1, NOON)).isTrue();
        assertThat(alerts).extracting(Alert::state).containsExactly(Alert.State.RAISED, Alert.State.CLEARED);
        assertThat(rows.first(COSTS, 9)).isEmpty();
        assertThat(rows.first(PARTS, 9)).isEmpty();
    }

    @Test
    void whatArrivesAfterTheBudgetWasRemovedLeavesNoPartWithoutItsSum() {
        spendInThreeParts();
        var without = costs(BudgetRules.NONE);
        without.apply(part("a", "0.30"), NOON);
        assertThat(rows.first(COSTS, 9)).hasSize(1);
        assertThat(without.tick(9, NOON)).isTrue();
        assertThat(rows.first(COSTS, 9)).isEmpty();
        assertThat(rows.first(PARTS, 9)).isEmpty();
        var again = costs(DAY);
        again.apply(part("a", "0.10"), NOON);
        assertThat(ProjectCost.KIND.value(rows.first(COSTS, 9).get(0).value()).usd())
                .isEqualByComparingTo("0.10");
    }
}
