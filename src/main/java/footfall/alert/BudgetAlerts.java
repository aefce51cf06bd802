package footfall.alert;

import footfall.turn.Origin;
import footfall.turn.Turn;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Raises an alert when what a project cost in its period reaches a level of its budget. A level is cleared when the
 * period ends, when the cost sinks below it, as after new prices, or when the budget changes.
 */
public final class BudgetAlerts {
    /** By so much a clock may be set back without another period. */
    private static final Duration SET_BACK_MAX = Duration.ofHours(1);

    private final BudgetRules rules;

    public BudgetAlerts(BudgetRules rules) {
        this.rules = rules;
    }

    /** Whether the project has a budget. */
    public boolean isOf(String project) {
        return project != null && rules.byProject().containsKey(project);
    }

    /** The cost of the present period; {@code before} is null for a project without state. Null without a budget. */
    public ProjectCost current(String project, ProjectCost before, Instant now, Consumer<Alert> out) {
        var budget = rules.byProject().get(project);
        var start = budget == null ? null : budget.period().start(now);
        if (before != null && budget != null && (before.start().equals(start) || isAhead(before, budget, now))) {
            return levelled(before, now, out);
        }
        if (before != null) {
            clear(before, 0, out);
        }
        return budget == null ? null : ProjectCost.none(project, start);
    }

    /** Whether a clock was set back over the start of the period, which has begun then. */
    private static boolean isAhead(ProjectCost cost, BudgetRules.Budget budget, Instant now) {
        return cost.start().isAfter(now)
                && !cost.start().isAfter(now.plus(SET_BACK_MAX))
                && budget.period().start(cost.start()).equals(cost.start());
    }

    /** Whether usage of an hour is of the period. */
    public boolean isIn(ProjectCost cost, Instant hour) {
        return rules.byProject().get(cost.project()).period().start(hour).equals(cost.start());
    }

    /** With another cost. */
    public ProjectCost spent(ProjectCost before, BigDecimal usd, Instant now, Consumer<Alert> out) {
        return levelled(
                new ProjectCost(before.project(), before.start(), usd, before.raised(), before.isRemoving()), now, out);
    }

    private ProjectCost levelled(ProjectCost cost, Instant now, Consumer<Alert> out) {
        int level = rules.byProject().get(cost.project()).level(cost.usd());
        if (level == cost.raised().size()) {
            return cost;
        } else if (level < cost.raised().size()) {
            clear(cost, level, out);
            return with(cost, cost.raised().subList(0, level));
        }
        var raised = with(cost, new Levels(cost.raised(), 0).with(level, now).at());
        out.accept(alert(raised, level, Alert.State.RAISED));
        return raised;
    }

    private static ProjectCost with(ProjectCost cost, List<Instant> raised) {
        return new ProjectCost(cost.project(), cost.start(), cost.usd(), raised, cost.isRemoving());
    }

    /** Clears what is raised above a level. */
    private void clear(ProjectCost cost, int above, Consumer<Alert> out) {
        for (int level = above + 1; level <= cost.raised().size(); level++) {
            if (cost.raised().get(level - 1) != null) {
                out.accept(alert(cost, level, Alert.State.CLEARED));
            }
        }
    }

    private Alert alert(ProjectCost cost, int level, Alert.State state) {
        var budget = rules.byProject().get(cost.project());
        return new Alert(
                cost.project() + ":" + Alert.Kind.BUDGET.word() + ":" + level,
                Alert.Kind.BUDGET,
                level,
                state,
                BudgetRules.cents(cost.usd()),
                budget == null ? 0 : BudgetRules.cents(budget.limit(level)),
                null,
                null,
                null,
                new Turn.Product(null, null),
                new Origin(cost.project(), null, null),
                cost.start(),
                cost.raised().get(level - 1));
    }
}
