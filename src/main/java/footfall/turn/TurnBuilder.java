package footfall.turn;

import footfall.line.Changes;
import footfall.line.Outcome;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Builds a {@link Turn} from its head, its steps and data of other trails. */
final class TurnBuilder {
    private TurnBuilder() {}

    static Turn head(FoldCall work, Head head, List<StepRow> rows) {
        var steps = steps(rows, 0);
        var span = span(head);
        var detours = Detours.of(rows, steps, span.waitsMs());
        return new Turn(
                new Turn.Id(work.id.turnId(head.index()), work.id.session(), work.id.agent(), head.index()),
                new Turn.Prompt(
                        head.prompt().trigger(),
                        head.prompt().uuid(),
                        head.prompt().promptId(),
                        head.prompt().copyOf()),
                span.waited(Asked.waitedMs(detours.asked())),
                steps,
                0,
                null,
                parent(work),
                new Turn.Size(
                        head.length(),
                        Shape.of(steps.stream().map(step -> step.use().tool()).toList()),
                        work.rules.isLong(head.length())),
                spend(work.rules, head),
                detours.counted(new DetourTotalsBuilder(work.rules, rows, steps).of(detours, () -> usage(work, head))),
                changes(rows),
                head.compactions(),
                0,
                Trail.product(work.trail.marks, head),
                new Origin(project(work.rows, work.id, work.trail.project), work.trail.host, work.trail.user));
    }

    /** What the steps that went well changed, each file once; null for nothing. */
    static Changes changes(List<StepRow> rows) {
        Changes sum = null;
        var files = new HashSet<String>();
        for (var row : rows) {
            if (row.changes() != null && row.result().outcome() == Outcome.OK) {
                sum = Changes.sum(sum, row.changes());
                if (row.target() != null) {
                    files.add(row.target().value());
                    files.addAll(row.target().others());
                }
            }
        }
        return files.isEmpty() ? sum : Changes.sum(sum, new Changes(0, 0, 0, null, null, (long) files.size()));
    }

    /** By the ID of the message. */
    private static Map<String, MessageUsage> usage(FoldCall work, Head head) {
        var usage = new HashMap<String, MessageUsage>();
        work.rows.each(RowKey.turn(FoldRows.USAGE, work.id, head.index()), (key, used) -> usage.put(key.id(), used));
        return usage;
    }

    /**
     * The steps as they are emitted, the first with the sequence {@code from}; a neighbor that is not in the list does
     * not count for {@code parallel}.
     */
    static List<Step> steps(List<StepRow> rows, int from) {
        var steps = new ArrayList<Step>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            var batch = rows.get(i).batch();
            boolean parallel = i > 0 && batch.isSameAs(rows.get(i - 1).batch())
                    || i + 1 < rows.size() && batch.isSameAs(rows.get(i + 1).batch());
            var row = rows.get(i);
            steps.add(new Step(
                    from + i,
                    row.use(),
                    parallel,
                    row.result().withError(Text.shownError(row.result().error())),
                    row.ranMs() == 0 ? null : (Long) row.ranMs()));
        }
        return steps;
    }

    static Turn.Spend spend(TurnRules rules, Head head) {
        return spend(rules, head.usage(), head.startedAt());
    }

    static Turn.Spend spend(TurnRules rules, List<HourUsage> used, Instant startedAt) {
        var models = HourUsage.models(used);
        var cost = Cost.of(models, rules.prices());
        var usage = HourTokens.of(used, rules.usageTimes().of(startedAt), rules.prices());
        boolean isPriced = usage.stream()
                .anyMatch(one -> one.costUsd() != null && one.tokens().total() > 0);
        return new Turn.Spend(
                Tokens.of(ModelUsage.total(models)),
                ModelUsage.models(models),
                cost.usd(),
                cost.unpriced(),
                isPriced ? rules.prices().version() : null,
                usage);
    }

    private static Turn.Span span(Head head) {
        var elapsed = head.startedAt() == null
                ? null
                : Duration.between(head.startedAt(), head.endedAt()).toMillis();
        return new Turn.Span(
                head.startedAt(),
                head.endedAt(),
                head.durationMs(),
                elapsed,
                null,
                head.replyMs(),
                head.closedByNow(),
                null,
                head.interrupted());
    }

    private static Turn.Parent parent(FoldCall work) {
        var session = work.id.session();
        var toolUseId = Links.callOf(work.rows, work.id);
        var known = toolUseId == null ? null : work.rows.get(FoldRows.call(session, toolUseId));
        var call = known == null ? FoldRows.Call.UNKNOWN : known;
        var turn = call.isPlaced() ? new TrailId(session, call.agent()).turnId(call.index()) : null;
        return new Turn.Parent(turn, toolUseId, call.type());
    }

    /** The project of the session's main trail, or else that of the trail. */
    static String project(Rows rows, TrailId id, String own) {
        var session = id.isMain() ? null : rows.get(FoldRows.project(id.session()));
        return session == null ? own : session;
    }
}
