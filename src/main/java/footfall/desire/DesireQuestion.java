package footfall.desire;

import footfall.loop.Repeat;
import footfall.pattern.TallyView;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which desires, and in what order. {@code category}: null for all. {@code all}: with what is no habit ({@link
 * Desire#isHabit}), which ranks last. {@code id}: of the only one, however rare it is; null for all.
 */
public record DesireQuestion(String category, Ranking by, boolean all, String id) {
    /** The default of the command and of the API. */
    public static final DesireQuestion DEFAULT = new DesireQuestion(null, Ranking.STEPS, true);

    public DesireQuestion(String category, Ranking by, boolean all) {
        this(category, by, all, null);
    }

    public DesireQuestion of(String only) {
        return new DesireQuestion(only, by, all, id);
    }

    public DesireQuestion only(String desire) {
        return new DesireQuestion(category, by, all, desire);
    }

    /** The answer from tallies. Ties by count and ID; waits, and what may be no fault, last. */
    public List<Desire> ranked(Stream<TallyView> tallies, DesireRules rules) {
        return tallies.filter(this::admits)
                .flatMap(tallied -> Desire.of(tallied, rules).stream())
                .filter(desire -> all || desire.isHabit())
                .sorted(Comparator.comparing(Desire::isHabit)
                        .reversed()
                        .thenComparing(desire -> !desire.isHabit() && desire.isOrdinary())
                        .thenComparing(desire -> desire.category().equals(Repeat.Kind.POLLING.word()))
                        .thenComparing(order())
                        .thenComparing(Desire::id))
                .toList();
    }

    private Comparator<Desire> order() {
        var wasted = by.order(Desire::count, Desire::wasted);
        return by == Ranking.STEPS
                ? Comparator.comparingLong(Desire::steps).reversed().thenComparing(wasted)
                : wasted;
    }

    public boolean admits(TallyView tallied) {
        return Desire.KINDS.contains(tallied.subject().kind())
                && (category == null || category.equals(Desire.category(tallied.subject())))
                && (id == null || id.equals(Desire.id(tallied.subject())));
    }
}
