package footfall.topology;

import footfall.alert.Alert;
import footfall.alert.BudgetAlerts;
import footfall.alert.BudgetRules;
import footfall.alert.ProjectCost;
import footfall.pattern.CostDelta;
import footfall.pattern.TallyRows;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Sums what projects with a budget cost in the present period, in rows of the tally: one for a project, and one for
 * each part of its cost, so that a repeated or changed part counts once.
 *
 * <pre>
 *   15  project                          its cost
 *       UTF-8
 *   16  project  00  start  id           a part of it
 *       UTF-8        8 B    UTF-8
 * </pre>
 */
final class ProjectCosts {
    private static final byte COST = ProjectCost.KIND.code();
    private static final byte PART = ProjectCost.PART.code();

    private final BudgetAlerts alerts;
    private final TallyRows rows;
    private final Consumer<Outlet.Outgoing<?, ?>> forward;
    private Instant checkedFor;
    private boolean isAny;

    ProjectCosts(BudgetRules rules, TallyRows rows, Consumer<Outlet.Outgoing<?, ?>> forward) {
        this.alerts = new BudgetAlerts(rules);
        this.rows = rows;
        this.forward = forward;
    }

    void apply(CostDelta delta, Instant now) {
        var project = delta.project();
        if (!alerts.isOf(project)) {
            return; // The tick removes what it had.
        }
        var stored = rows.get(costKey(project));
        var before = stored == null ? null : ProjectCost.KIND.value(stored);
        var current = alerts.current(project, before, now, this::alert);
        if (alerts.isIn(current, delta.hour())) {
            var key = partKey(current, delta.id());
            var part = rows.get(key);
            var removed = part == null ? null : ProjectCost.PART.value(part).usd();
            if (delta.usd() == null) {
                rows.delete(key);
            } else {
                rows.put(key, ProjectCost.PART.bytes(new ProjectCost.Part(delta.usd())));
            }
            var usd = current.usd().subtract(orZero(removed)).add(orZero(delta.usd()));
            current = alerts.spent(current, usd, now, this::alert);
            isAny = true;
        }
        if (!current.equals(before)) {
            put(project, current);
        }
    }

    private static BigDecimal orZero(BigDecimal usd) {
        return usd == null ? BigDecimal.ZERO : usd;
    }

    /** Begins new periods, and removes parts of the last ones. Returns whether none is left. */
    boolean tick(int max, Instant now) {
        var day = BudgetRules.Period.DAY.start(now);
        if (day.equals(checkedFor)) {
            return true;
        }
        isAny = false;
        boolean isClean = true;
        for (var row : rows.first(new byte[] {COST}, Integer.MAX_VALUE)) {
            var before = ProjectCost.KIND.value(row.value());
            var current = alerts.current(before.project(), before, now, this::alert);
            isAny |= current != null;
            boolean isRemoved = current != null && !current.isRemoving() || remove(before.project(), current, max);
            isClean &= isRemoved;
            // Without a budget it is found again as long as a part of it is left.
            var left = current == null && !isRemoved ? before.cleared() : current;
            var after = left == null || !isRemoved ? left : left.removed();
            if (!before.equals(after)) {
                put(before.project(), after);
            }
        }
        checkedFor = isClean ? day : null;
        return isClean;
    }

    /** When a tick is due: a day may end a period. */
    Instant next(Instant other, Instant now) {
        var tomorrow = BudgetRules.Period.DAY.start(now).plus(Duration.ofDays(1));
        return isAny && tomorrow.isBefore(other) ? tomorrow : other;
    }

    /** Removes parts from before the period, or all without one. Returns whether none is left. */
    private boolean remove(String project, ProjectCost current, int max) {
        var prefix = partsOf(project, 0).array();
        var first = rows.first(prefix, max);
        for (var row : first) {
            long start = ByteBuffer.wrap(row.key()).getLong(prefix.length);
            if (current != null && start >= current.start().getEpochSecond()) {
                return true;
            }
            rows.delete(row.key());
        }
        return first.size() < max;
    }

    private void put(String project, ProjectCost cost) {
        if (cost == null) {
            rows.delete(costKey(project));
        } else {
            rows.put(costKey(project), ProjectCost.KIND.bytes(cost));
        }
    }

    private void alert(Alert alert) {
        forward.accept(TallyTopology.OUTAGES.of(alert.subject(), alert));
    }

    private static byte[] costKey(String project) {
        var name = project.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + name.length).put(COST).put(name).array();
    }

    private static ByteBuffer partsOf(String project, int more) {
        var name = project.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + name.length + more).put(PART).put(name).put((byte) 0);
    }

    private static byte[] partKey(ProjectCost cost, String partId) {
        var id = partId.getBytes(StandardCharsets.UTF_8);
        return partsOf(cost.project(), Long.BYTES + id.length)
                .putLong(cost.start().getEpochSecond())
                .put(id)
                .array();
    }
}
