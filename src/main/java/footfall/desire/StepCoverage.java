package footfall.desire;

import footfall.loop.Repeat;
import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The share of the steps of turns that the first desires of one kind explain. {@code kind}: {@code repeat},
 * {@code recovery} or {@code turn-pattern}. {@code steps}: those of the first {@code desires}, of {@code ofSteps} in
 * all turns; for turn patterns, in long turns. A step may be in several kinds, and in the recoveries of
 * several tools.
 */
public record StepCoverage(String kind, int desires, long steps, long ofSteps, double pct) {
    /** The number of desires of a kind, those that waste the most steps. */
    public static final int FIRST = 20;

    public static final String REPEAT = "repeat";
    public static final String RECOVERY = "recovery";

    /** The tallies that it is computed from. */
    public static final Set<Subject.Kind> KINDS =
            Set.of(Subject.Kind.REPEAT, Subject.Kind.FAILURE, Subject.Kind.LONG_PATTERN, Subject.Kind.PATTERN);

    private static final Comparator<TallyView> RANKING = Comparator.comparingLong(
                    (TallyView tallied) -> tallied.sums().detours().wasted().steps())
            .reversed()
            .thenComparing(tallied -> tallied.subject().key());

    /** Of each kind. */
    public static List<StepCoverage> of(List<TallyView> tallies, DesireRules rules) {
        long all = steps(tallies, Subject.Kind.PATTERN);
        long inLongTurns = steps(tallies, Subject.Kind.LONG_PATTERN);
        var desires = tallies.stream()
                .filter(tallied -> Desire.of(tallied, rules).isPresent())
                .sorted(RANKING)
                .toList();
        return List.of(
                of(REPEAT, first(desires, kind(Subject.Kind.REPEAT).and(StepCoverage::isWaste)), all),
                of(RECOVERY, first(desires, kind(Subject.Kind.FAILURE)), all),
                of(Desire.TURN_PATTERN, first(desires, kind(Subject.Kind.LONG_PATTERN)), inLongTurns));
    }

    private static StepCoverage of(String kind, List<TallyView> first, long ofSteps) {
        long sum = first.stream().mapToLong(StepCoverage::explained).sum();
        return new StepCoverage(kind, first.size(), sum, ofSteps, ofSteps == 0 ? 0 : 100.0 * sum / ofSteps);
    }

    private static long explained(TallyView desire) {
        var sums = desire.sums();
        return desire.subject().kind() == Subject.Kind.LONG_PATTERN
                ? sums.length()
                : sums.detours().wasted().steps();
    }

    private static long steps(List<TallyView> tallies, Subject.Kind kind) {
        return tallies.stream()
                .filter(kind(kind))
                .mapToLong(tallied -> tallied.sums().length())
                .sum();
    }

    private static Predicate<TallyView> kind(Subject.Kind kind) {
        return tallied -> tallied.subject().kind() == kind;
    }

    private static boolean isWaste(TallyView repeat) {
        return repeat.subject().repeat().filter(Repeat.Kind::isWaste).isPresent();
    }

    private static List<TallyView> first(List<TallyView> desires, Predicate<TallyView> which) {
        return desires.stream().filter(which).limit(FIRST).toList();
    }
}
