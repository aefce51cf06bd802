package footfall.desire;

import footfall.pattern.TallyView;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Which desires, and in what order. {@code category}: null for all. */
public record DesireQuestion(String category, Ranking by) {
    /** The default of the command and of the API. */
    public static final DesireQuestion DEFAULT = new DesireQuestion(null, Ranking.STEPS);

    public DesireQuestion of(String only) {
        return new DesireQuestion(only, by);
    }

    /** The answer from tallies. Ties by count and ID; failed commands last. */
    public List<Desire> ranked(Stream<TallyView> tallies, DesireRules rules) {
        return tallies.filter(this::admits)
                .flatMap(tallied -> Desire.of(tallied, rules).stream())
                .sorted(Comparator.comparing(Desire::isOrdinary)
                        .thenComparing(by.order(Desire::count, Desire::wasted))
                        .thenComparing(Desire::id))
                .toList();
    }

    public boolean admits(TallyView tallied) {
        return Desire.KINDS.contains(tallied.subject().kind())
                && (category == null || category.equals(Desire.category(tallied.subject())));
    }
}
