package footfall.cli;

import footfall.view.Answers;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What else moved between two groups of turns, and may be why a desire did: its cause is not known. */
record OtherChanges(Answers answers, Selection before, Selection after, ZoneId zone) {
    private static final List<UsageBy> BY = List.of(UsageBy.MODEL, UsageBy.AGENT, UsageBy.PROJECT, UsageBy.USER);
    private static final double MOVED = 0.2;

    /** As {@code model claude-opus-4-8 10 % → 80 %}: what had a fifth more or less of the turns. */
    List<String> words() {
        var words = new ArrayList<String>();
        for (var by : BY) {
            var was = shares(by, before);
            var is = shares(by, after);
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
    private Map<String, Double> shares(UsageBy by, Selection turns) {
        var question = new UsageQuestion(List.of(by), turns, zone, UnaryOperator.identity(), false);
        var bill = answers.usage(question, new UsageBill.Order(null, Integer.MAX_VALUE, false));
        double all = bill.total().turns();
        return all == 0
                ? Map.of()
                : bill.rows().stream()
                        .filter(row -> row.turns() > 0)
                        .collect(Collectors.toMap(row -> name(row, by), row -> row.turns() / all));
    }

    private static String name(UsageRow row, UsageBy by) {
        return row.key().value(by);
    }
}
