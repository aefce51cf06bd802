package footfall.cli;

import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What else moved since a remedy, and may be why its desire did. */
record OtherChanges(Answers answers, Selection turns, ZoneId zone) {
    private static final List<UsageBy> BY = List.of(UsageBy.MODEL, UsageBy.AGENT, UsageBy.PROJECT, UsageBy.USER);
    private static final double MOVED = 0.2;

    /**
     * As {@code model claude-opus-4-8 10 % → 80 %}: what changed its share of the turns by 20 percentage points or
     * more. Usage counts whole hours, so that of the remedy is in neither part. Nothing is said of parts that are not
     * known in full.
     */
    List<String> words(Instant since, Instant at, Instant until) throws Filter.InvalidFilter {
        var hour = at.truncatedTo(ChronoUnit.HOURS);
        var next = hour.equals(at) ? at : hour.plus(1, ChronoUnit.HOURS);
        var words = new ArrayList<String>();
        if (!since.isBefore(hour) || !next.isBefore(until)) {
            return words;
        }
        for (var by : BY) {
            var was = shares(by, since, hour);
            var is = shares(by, next, until);
            var names = new TreeSet<>(was.keySet());
            names.addAll(is.keySet());
            for (var name : was.isEmpty() || is.isEmpty() ? List.<String>of() : names) {
                double first = was.getOrDefault(name, 0.0);
                double then = is.getOrDefault(name, 0.0);
                if (Math.abs(then - first) >= MOVED) {
                    words.add("%s %s %.0f %% → %.0f %%"
                            .formatted(by.word(), ResultPrinter.line(name), 100 * first, 100 * then));
                }
            }
        }
        return words;
    }

    /** Of the turns; empty without turns. */
    private Map<String, Double> shares(UsageBy by, Instant since, Instant until) throws Filter.InvalidFilter {
        var question =
                new UsageQuestion(List.of(by), turns.within(since, until), zone, UnaryOperator.identity(), false);
        var bill = answers.usage(question, new UsageBill.Order(null, Integer.MAX_VALUE, false));
        double all = bill.coverage().complete() ? bill.total().turns() : 0;
        return all == 0
                ? Map.of()
                : bill.rows().stream()
                        .filter(row -> row.turns() > 0)
                        .collect(Collectors.toMap(row -> row.key().value(by), row -> row.turns() / all));
    }
}
