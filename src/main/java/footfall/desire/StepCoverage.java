package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the steps of long turns were: {@code steps} of {@code ofSteps}. {@code kind}: {@code first}, in the first {@link
 * #FIRST} desires; {@code recovery}, {@code repeat} and {@code asked}, in others, which are {@code desires}; {@code
 * work}, in none, by {@code intent}, which is null for the other kinds; {@code unlisted}, of which the record of a turn
 * says nothing. A step counts once, in the first of these that it is in, so rows add up. That a turn is long is no
 * desire here, as it is work. As with desires, copies and turns
 * without a time are not counted.
 */
public record StepCoverage(String kind, String intent, int desires, long steps, long ofSteps, double pct) {
    /** The number of desires of the first row, in the order of the list. */
    public static final int FIRST = 20;

    private static final String FIRST_DESIRES = "first";
    private static final String RECOVERY = "recovery";
    private static final String REPEAT = "repeat";
    private static final String WORK = "work";
    private static final String UNLISTED = "unlisted";

    /** Of desires in their order. */
    public static List<StepCoverage> of(Collection<Desire> ranked, Iterable<Turn> turns) {
        var fold = new Fold(ranked);
        turns.forEach(fold::add);
        return fold.rows();
    }

    /** Counts the steps of turns. */
    public static final class Fold {
        private record Kind(String word, String intent) {}

        private final Set<String> first = new HashSet<>();
        private final Map<Kind, Long> steps = new LinkedHashMap<>();
        private final Map<String, Set<String>> desires = new HashMap<>();

        public Fold(Collection<Desire> ranked) {
            ranked.stream()
                    .filter(one -> !one.isTurnPattern())
                    .limit(FIRST)
                    .map(Desire::id)
                    .forEach(first::add);
            desires.put(FIRST_DESIRES, first);
            for (var kind : List.of(FIRST_DESIRES, RECOVERY, REPEAT, Desire.ASKED)) {
                steps.put(new Kind(kind, null), 0L);
            }
        }

        public void add(Turn turn) {
            boolean isTallied = turn.prompt().copyOf() == null && turn.span().startedAt() != null;
            if (!isTallied || !turn.size().isLong()) {
                return;
            }
            var found = Occurrence.byDesire(turn);
            for (var step : turn.steps()) {
                count(kindOf(step.sequence(), step.use().intent(), found), 1);
            }
            int unlisted = turn.size().length() - turn.steps().size();
            if (unlisted > 0) {
                count(new Kind(UNLISTED, null), unlisted);
            }
        }

        private void count(Kind kind, int some) {
            steps.merge(kind, (long) some, Long::sum);
        }

        private Kind kindOf(int sequence, String intent, Map<String, List<Occurrence>> found) {
            var words = new ArrayList<String>();
            found.forEach((id, occurrences) -> {
                if (occurrences.stream().anyMatch(one -> one.contains(sequence))) {
                    var word = first.contains(id) ? FIRST_DESIRES : word(id);
                    desires.computeIfAbsent(word, none -> new HashSet<>()).add(id);
                    words.add(word);
                }
            });
            return steps.keySet().stream()
                    .filter(kind -> words.contains(kind.word))
                    .findFirst()
                    .orElse(new Kind(WORK, intent));
        }

        private static String word(String id) {
            var category = id.substring(0, id.indexOf(':'));
            return category.equals(Desire.ASKED)
                    ? Desire.ASKED
                    : ErrorCategory.ofWord(category).isPresent() ? RECOVERY : REPEAT;
        }

        /** Work with most steps first. */
        public List<StepCoverage> rows() {
            long all = steps.values().stream().mapToLong(Long::longValue).sum();
            var rows = new ArrayList<StepCoverage>();
            steps.forEach((kind, count) -> rows.add(new StepCoverage(
                    kind.word,
                    kind.intent,
                    desires.getOrDefault(kind.word, Set.of()).size(),
                    count,
                    all,
                    all == 0 ? 0 : 100.0 * count / all)));
            rows.subList(desiresOf(rows), rows.size())
                    .sort(Comparator.comparingLong(StepCoverage::steps)
                            .reversed()
                            .thenComparing(row -> String.valueOf(row.intent)));
            return List.copyOf(rows);
        }

        /** How many rows are of desires. */
        private static int desiresOf(List<StepCoverage> rows) {
            return (int) rows.stream()
                    .filter(row -> !row.kind.equals(WORK) && !row.kind.equals(UNLISTED))
                    .count();
        }
    }
}
