package footfall.pattern;

import footfall.turn.DetourTotals;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.PriceLists;
import footfall.turn.Tokens;
import java.math.BigDecimal;

/**
 * Sums of detours, which can be subtracted again. Of a loop {@code occurrences} to {@code excess}; of a failure
 * {@code occurrences} (its recoveries), {@code recovered}, {@code steps} and {@code timeMs}; of repeats
 * {@code occurrences} and {@code steps}; of these two {@code wasted}, which of a failure is what it and its recovery
 * took, at prices of these {@code lists}; of repeats also {@code followed}, null for nothing and from an earlier
 * build. Of questions
 * {@code occurrences}, {@code recovered} (answered by yes), and {@code timeMs} (waited), which is what was wasted.
 */
public record DetourSums(
        long occurrences,
        long rounds,
        long steps,
        long timeMs,
        long failures,
        long parallel,
        long oneTarget,
        long excess,
        long recovered,
        Wasted wasted,
        PriceLists lists,
        Followed followed) {
    static final DetourSums ZERO = new DetourSums(0, 0, 0, 0, 0, 0, 0, 0, 0, Wasted.NOTHING, PriceLists.NONE, null);

    /** What followed repeats. */
    public record Followed(long recoveries, long recovered, long steps, long timeMs) {
        private static final Followed NOTHING = new Followed(0, 0, 0, 0);

        static Followed of(DetourTotals.Followed one) {
            return one == null ? null : new Followed(one.recoveries(), one.recovered(), one.steps(), one.timeMs());
        }

        private static Followed add(Followed one, int sign, Followed other) {
            if (one == null || other == null) {
                return other == null ? one : add(NOTHING, sign, other);
            }
            var sum = new Followed(
                    one.recoveries + sign * other.recoveries,
                    one.recovered + sign * other.recovered,
                    one.steps + sign * other.steps,
                    one.timeMs + sign * other.timeMs);
            return sum.equals(NOTHING) ? null : sum;
        }
    }

    static DetourSums of(DetourTotals.Loops loops) {
        return new DetourSums(
                loops.occurrences(),
                loops.rounds(),
                loops.steps(),
                loops.timeMs(),
                loops.failures(),
                loops.parallel(),
                loops.oneTarget(),
                loops.excess(),
                0,
                Wasted.NOTHING,
                PriceLists.NONE,
                null);
    }

    static DetourSums of(DetourTotals.Recoveries failed, String priceList) {
        return new DetourSums(
                failed.recoveries(),
                0,
                failed.steps(),
                failed.timeMs(),
                0,
                0,
                0,
                0,
                failed.recovered(),
                failed.taken(),
                lists(failed.taken(), priceList),
                null);
    }

    static DetourSums of(DetourTotals.Repeats repeats, String priceList) {
        var wasted = repeats.wasted();
        return new DetourSums(
                repeats.count(),
                0,
                repeats.count(),
                wasted.timeMs(),
                0,
                0,
                0,
                0,
                0,
                repeats.taken(),
                lists(repeats.taken(), priceList),
                Followed.of(repeats.followed()));
    }

    static DetourSums of(DetourTotals.Questions asked) {
        var wasted = new Wasted(0, asked.waitedMs(), Tokens.ZERO, BigDecimal.ZERO, null);
        return new DetourSums(
                asked.count(), 0, 0, asked.waitedMs(), 0, 0, 0, 0, asked.allowed(), wasted, PriceLists.NONE, null);
    }

    private static PriceLists lists(Wasted wasted, String priceList) {
        return PriceLists.of(wasted.costUsd().signum() == 0 ? null : priceList);
    }

    DetourSums plus(DetourSums other) {
        return add(other, 1, wasted.plus(other.wasted), lists.plus(other.lists));
    }

    DetourSums minus(DetourSums other) {
        return add(other, -1, wasted.minus(other.wasted), lists.minus(other.lists));
    }

    private DetourSums add(DetourSums other, int sign, Wasted sum, PriceLists from) {
        return new DetourSums(
                occurrences + sign * other.occurrences,
                rounds + sign * other.rounds,
                steps + sign * other.steps,
                timeMs + sign * other.timeMs,
                failures + sign * other.failures,
                parallel + sign * other.parallel,
                oneTarget + sign * other.oneTarget,
                excess + sign * other.excess,
                recovered + sign * other.recovered,
                sum,
                from,
                Followed.add(followed, sign, other.followed));
    }
}
