package footfall.view;

import footfall.line.Outcome;
import footfall.turn.Cost;
import footfall.turn.HourTokens;
import footfall.turn.Position;
import footfall.turn.Totals;
import footfall.turn.Turn;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Folds turns into a {@link UsagePart}. Copies contribute nothing. */
public final class UsageFold {
    private final UsageQuestion question;
    private final Selection turns;
    private final Map<List<String>, UsageSums> sums = new LinkedHashMap<>();

    public UsageFold(UsageQuestion question) {
        this.question = question;
        this.turns = question.turns();
    }

    public void add(Turn turn) {
        if (turn.prompt().copyOf() != null || !turns.admits(turn)) {
            return;
        }
        boolean isFirst = true;
        for (var row : usage(turn)) {
            if (question.admits(row.hour(), row.model())) {
                var used = UsageSums.of(row);
                sums.merge(
                        values(turn, row),
                        isFirst ? used.plus(UsageSums.of(turn, failures(turn))) : used,
                        UsageSums::plus);
            }
            isFirst = false;
        }
    }

    /**
     * A turn of an earlier build has no usage by hour: all of it is in the hour in which the turn started, with
     * the turn's model if it is the only one.
     */
    static List<HourTokens> usage(Turn turn) {
        var spend = turn.spend();
        if (!spend.usage().isEmpty()) {
            return spend.usage();
        }
        var start = turn.span().startedAt();
        var model = spend.models().size() == 1 ? spend.models().get(0) : Cost.UNKNOWN;
        var hour = start == null ? null : start.truncatedTo(ChronoUnit.HOURS);
        return List.of(new HourTokens(hour, model, spend.tokens(), spend.costUsd()));
    }

    private static long failures(Turn turn) {
        return turn.totals() == null
                ? turn.steps().stream()
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count()
                : turn.totals().failures().stream()
                        .mapToLong(Totals.Failures::count)
                        .sum();
    }

    private List<String> values(Turn turn, HourTokens row) {
        var values = new ArrayList<String>(question.by().size());
        for (var by : question.by()) {
            if (by == UsageBy.MODEL) {
                values.add(row.model());
            } else {
                values.add(by.isPeriod() ? by.period(row.hour(), question.zone()) : by.of(turn));
            }
        }
        return values;
    }

    public UsagePart part(long scanned, Position reached) {
        var entries = sums.entrySet().stream()
                .map(one -> new UsagePart.Entry(one.getKey(), one.getValue()))
                .toList();
        return new UsagePart(entries, scanned, reached);
    }
}
