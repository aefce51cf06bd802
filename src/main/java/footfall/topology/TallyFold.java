package footfall.topology;

import footfall.alert.Alert;
import footfall.alert.BudgetAlerts;
import footfall.alert.BudgetRules;
import footfall.alert.Outage;
import footfall.alert.OutageAlerts;
import footfall.alert.ProjectCost;
import footfall.desire.Desire;
import footfall.line.SessionId;
import footfall.pattern.CostDelta;
import footfall.pattern.Deltas.Delta;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.RunningTally;
import footfall.pattern.TallyRows;
import footfall.pattern.TallyView;
import footfall.pattern.Tool;
import footfall.pattern.UsageDelta;
import footfall.pattern.UsageSubject;
import footfall.pattern.UsageSubject.Day;
import footfall.pattern.UsageTally;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Folds contributions of turns into patterns, tools, desires and budgets, and failures into outages. Independent of
 * Kafka. A tick emits at most {@code PUBLISHED_MAX} subjects and expires {@code EXPIRED_MAX} members.
 */
final class TallyFold {
    static final int PUBLISHED_MAX = 500;

    /** Expiring a member changes half a dozen rows: more at once would delay failures. */
    static final int EXPIRED_MAX = 100;

    private static final String FAILING = "o:";
    private static final byte OUTAGE = Outage.KIND.code();
    private static final Duration CLEARED_EVERY = Duration.ofSeconds(1);

    private final TopologySettings.Tallies settings;
    private final TallyRows rows;
    private final RunningTally tally;
    private final UsageTally usage;
    private final OutageAlerts outages;
    private final ProjectCosts costs;
    private final Consumer<Outlet.Outgoing<?, ?>> forward;
    private Instant clearedAt = Instant.EPOCH;
    private boolean mayHaveOutages;

    TallyFold(TopologySettings.Tallies settings, TallyRows rows, Consumer<Outlet.Outgoing<?, ?>> forward) {
        this.settings = settings;
        this.rows = rows;
        this.tally = new RunningTally(rows, settings.desireRules()::records);
        this.usage = new UsageTally(rows);
        this.outages = new OutageAlerts(settings.outageRules());
        this.costs = new ProjectCosts(settings.budgetRules(), rows, forward);
        this.forward = forward;
    }

    /** The key of the record for a failure of a tool or server. */
    static String failing(String tool) {
        return FAILING + tool;
    }

    /** Its value: a hash of the session. */
    static byte[] failedIn(SessionId session) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(session.hashCode()).array();
    }

    UsageTally.UsageHours hours() {
        return usage.hours();
    }

    void begin(Instant now) {
        keep(now);
    }

    private void keep(Instant now) {
        tally.keepFrom(Day.firstKept(now, settings.retention()));
        usage.keepFrom(Day.firstKept(now, settings.retention()));
    }

    /** Rows of the store could not be restored. */
    void recount() {
        tally.recount();
        usage.recount();
    }

    /**
     * Returns whether the record was valid; an invalid one changes nothing. {@code arrival} is from another
     * clock than {@code now} and may be later.
     */
    boolean accept(String key, byte[] value, Instant arrival, Instant now) {
        if (key == null || value == null) {
            return false;
        } else if (UsageSubject.isKey(key)) {
            var delta = UsageDelta.read(key, value);
            delta.ifPresent(usage::apply);
            return delta.isPresent();
        } else if (CostDelta.isKey(key)) {
            var delta = CostDelta.read(key, value);
            delta.ifPresent(one -> costs.apply(one, now));
            return delta.isPresent();
        } else if (!key.startsWith(FAILING)) {
            var delta = Delta.read(key, value);
            delta.ifPresent(tally::apply);
            return delta.isPresent();
        } else if (value.length > Integer.BYTES) {
            return false;
        }
        failed(key.substring(FAILING.length()), Arrays.hashCode(value), arrival.isAfter(now) ? now : arrival, now);
        return true;
    }

    /** Returns when the next tick is due: {@code now} unless all changes have been emitted. */
    Instant tick(Instant now) {
        keep(now);
        boolean isClean = tally.expire(EXPIRED_MAX) & usage.expire(EXPIRED_MAX);
        boolean isAllPublished = tally.report(PUBLISHED_MAX, this::changed)
                & usage.report(PUBLISHED_MAX, (id, hour) -> forward.accept(TallyTopology.USAGE.of(id, hour)));
        if (!clearedAt.plus(CLEARED_EVERY).isAfter(now)) {
            clearedAt = now;
            mayHaveOutages = clearOutages(now);
        }
        isClean &= costs.tick(EXPIRED_MAX, now);
        if (!isClean || !isAllPublished) {
            return now;
        }
        return mayHaveOutages ? clearedAt.plus(CLEARED_EVERY) : costs.next(Day.leaves(now, settings.retention()), now);
    }

    private int changed(TallyView tallied, int published) {
        boolean isPublished = published > 0;
        return switch (tallied.subject().kind()) {
            case PATTERN ->
                tell(
                        TallyTopology.PATTERNS,
                        tallied.subject().name(),
                        isPublished,
                        tallied.isGone() ? null : Pattern.of(tallied));
            case TOOL ->
                tell(
                        TallyTopology.TOOLS,
                        tallied.subject().name(),
                        isPublished,
                        tallied.isGone() ? null : Tool.of(tallied));
            case LONG_PATTERN, FAILURE, REPEAT, ASKED -> tellDesire(tallied, isPublished);
            case LOOP ->
                tell(
                        TallyTopology.LOOPS,
                        tallied.subject().name(),
                        isPublished,
                        tallied.isGone() ? null : RecurringLoop.of(tallied));
        };
    }

    private int tellDesire(TallyView tallied, boolean isPublished) {
        return tell(
                TallyTopology.DESIRES,
                Desire.id(tallied.subject()),
                isPublished,
                Desire.of(tallied, settings.desireRules()).orElse(null));
    }

    /** Returns how many records exist now. */
    private <V> int tell(Outlet<String, V> outlet, String key, boolean isPublished, V record) {
        if (record != null || isPublished) {
            forward.accept(outlet.of(key, record));
        }
        return record == null ? 0 : 1;
    }

    /** An old failure would be cleared as soon as it is raised. */
    private void failed(String tool, int session, Instant arrival, Instant now) {
        if (!arrival.isAfter(now.minus(settings.outageRules().window()))) {
            return;
        }
        var key = outageKey(tool);
        var stored = rows.get(key);
        var before = stored == null ? null : Outage.KIND.value(stored);
        rows.put(
                key,
                Outage.KIND.bytes(outages.failed(
                        tool,
                        before,
                        arrival,
                        session,
                        alert -> forward.accept(TallyTopology.OUTAGES.of(tool, alert)))));
        mayHaveOutages = true;
    }

    /** Returns whether any is left. */
    private boolean clearOutages(Instant now) {
        boolean isAny = false;
        for (var row : rows.first(new byte[] {OUTAGE}, Integer.MAX_VALUE)) {
            var before = Outage.KIND.value(row.value());
            var after = outages.passed(
                    before, now, alert -> forward.accept(TallyTopology.OUTAGES.of(before.tool(), alert)));
            isAny |= after.isPresent();
            if (after.isEmpty()) {
                rows.delete(row.key());
            } else if (!after.get().equals(before)) {
                rows.put(row.key(), Outage.KIND.bytes(after.get()));
            }
        }
        return isAny;
    }

    private static byte[] outageKey(String tool) {
        var name = tool.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + name.length).put(OUTAGE).put(name).array();
    }

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
    static final class ProjectCosts {
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
            return ByteBuffer.allocate(2 + name.length + more)
                    .put(PART)
                    .put(name)
                    .put((byte) 0);
        }

        private static byte[] partKey(ProjectCost cost, String partId) {
            var id = partId.getBytes(StandardCharsets.UTF_8);
            return partsOf(cost.project(), Long.BYTES + id.length)
                    .putLong(cost.start().getEpochSecond())
                    .put(id)
                    .array();
        }
    }
}
