package footfall.cli;

import footfall.desire.Comparison;
import footfall.desire.DesireQuestion;
import footfall.view.Answers;
import footfall.view.CompareQuestion;
import footfall.view.CompareQuestion.ComparedGroup;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What came of a remedy: its desire since the remedy was written, against as long a time before. {@code groups}: the
 * turns before and since. {@code comparison} is null when the desire occurred in neither. {@code alsoChanged}: what
 * else changed its share of the turns, and may be why.
 */
record RemedyEffect(
        List<ComparedGroup> groups, Comparison comparison, List<SharedTurns> alsoChanged, Coverage coverage) {
    /** By question: what tallies know, and what only turns do. */
    private static final List<List<UsageBy>> BY =
            List.of(List.of(UsageBy.MODEL, UsageBy.PROJECT, UsageBy.USER), List.of(UsageBy.AGENT));

    private static final double MOVED = 0.2;

    /** The share of the turns that a model, agent, project or user had, from 0 to 1. */
    record SharedTurns(String by, String name, double before, double after) {
        /** As {@code model claude-opus-4-8 10 % → 80 %}. */
        @Override
        public String toString() {
            return "%s %s %.0f %% → %.0f %%".formatted(by, ResultPrinter.line(name), 100 * before, 100 * after);
        }
    }

    /** Empty when nothing else moved. */
    static String others(List<SharedTurns> alsoChanged) {
        return alsoChanged.isEmpty()
                ? ""
                : "also changed (share of the turns): "
                        + alsoChanged.stream().map(SharedTurns::toString).collect(Collectors.joining(", "));
    }

    /** Asks about the turns of a selection. */
    record Reader(Answers answers, Selection turns, ZoneId zone) {
        RemedyEffect read(Remedies.Written remedy, Instant until)
                throws Filter.InvalidFilter, ComparedGroup.InvalidGroup {
            var at = remedy.at();
            var since = at.minus(Duration.between(at, until));
            var groups = List.of(ComparedGroup.range(since, at), ComparedGroup.range(at, until));
            var answer = answers.compare(
                    CompareQuestion.of(turns, groups.get(0), groups.get(1)), DesireQuestion.DEFAULT, Integer.MAX_VALUE);
            var found = answer.items().stream()
                    .filter(one -> one.id().equals(remedy.id()))
                    .findFirst();
            return new RemedyEffect(
                    groups,
                    found.map(Comparison::alone).orElse(null),
                    found.isEmpty() ? List.of() : moved(since, at, until),
                    answer.coverage());
        }

        /**
         * What changed its share of the turns by 20 percentage points or more. Usage counts whole hours, so that of
         * the remedy is in neither part. Nothing is said of parts that are not known in full.
         */
        private List<SharedTurns> moved(Instant since, Instant at, Instant until) throws Filter.InvalidFilter {
            var hour = at.truncatedTo(ChronoUnit.HOURS);
            var next = hour.equals(at) ? at : hour.plus(1, ChronoUnit.HOURS);
            var moved = new ArrayList<SharedTurns>();
            if (!since.isBefore(hour) || !next.isBefore(until)) {
                return moved;
            }
            for (var words : BY) {
                var was = rows(words, since, hour);
                var is = rows(words, next, until);
                for (var by : words) {
                    moved.addAll(moved(by, shares(by, was), shares(by, is)));
                }
            }
            return moved;
        }

        private static List<SharedTurns> moved(UsageBy by, Map<String, Double> was, Map<String, Double> is) {
            var names = new TreeSet<>(was.keySet());
            names.addAll(is.keySet());
            return was.isEmpty() || is.isEmpty()
                    ? List.of()
                    : names.stream()
                            .map(name -> new SharedTurns(
                                    by.word(), name, was.getOrDefault(name, 0.0), is.getOrDefault(name, 0.0)))
                            .filter(one -> Math.abs(one.after - one.before) >= MOVED)
                            .toList();
        }

        private List<UsageRow> rows(List<UsageBy> by, Instant since, Instant until) throws Filter.InvalidFilter {
            var question = new UsageQuestion(by, turns.within(since, until), zone, UnaryOperator.identity(), false);
            var bill = answers.usage(question, new UsageBill.Order(null, Integer.MAX_VALUE, false));
            return bill.coverage().complete() ? bill.rows() : List.of();
        }

        /** Empty without turns. */
        private static Map<String, Double> shares(UsageBy by, List<UsageRow> rows) {
            double all = rows.stream().mapToLong(UsageRow::turns).sum();
            return rows.stream()
                    .filter(row -> row.turns() > 0 && row.key().value(by) != null)
                    .collect(Collectors.groupingBy(
                            row -> row.key().value(by), Collectors.summingDouble(row -> row.turns() / all)));
        }
    }
}
