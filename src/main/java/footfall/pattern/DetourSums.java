package footfall.pattern;

import footfall.turn.DetourTotals;
import footfall.turn.PriceLists;
import footfall.turn.Saved;

/**
 * Sums of detours, which can be subtracted again. Of a loop {@code occurrences} to {@code oneTarget}; of a failure
 * {@code occurrences} (its recoveries), {@code recovered}, {@code steps} and {@code timeMs}; of all what would be
 * saved, at prices of these {@code lists}.
 */
public record DetourSums(
        long occurrences,
        long rounds,
        long steps,
        long timeMs,
        long failures,
        long parallel,
        long oneTarget,
        long recovered,
        Saved saved,
        PriceLists lists) {
    static final DetourSums ZERO = new DetourSums(0, 0, 0, 0, 0, 0, 0, 0, Saved.NOTHING, PriceLists.NONE);

    static DetourSums of(DetourTotals.Loops loops, String priceList) {
        return new DetourSums(
                loops.occurrences(),
                loops.rounds(),
                loops.steps(),
                loops.timeMs(),
                loops.failures(),
                loops.parallel(),
                loops.oneTarget(),
                0,
                loops.saved(),
                lists(loops.saved(), priceList));
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
                failed.recovered(),
                failed.saved(),
                lists(failed.saved(), priceList));
    }

    static DetourSums of(Saved saved, String priceList) {
        return new DetourSums(0, 0, 0, 0, 0, 0, 0, 0, saved, lists(saved, priceList));
    }

    private static PriceLists lists(Saved saved, String priceList) {
        return PriceLists.of(saved.costUsd().signum() == 0 ? null : priceList);
    }

    DetourSums plus(DetourSums other) {
        return add(other, 1, saved.plus(other.saved), lists.plus(other.lists));
    }

    DetourSums minus(DetourSums other) {
        return add(other, -1, saved.minus(other.saved), lists.minus(other.lists));
    }

    private DetourSums add(DetourSums other, int sign, Saved sum, PriceLists from) {
        return new DetourSums(
                occurrences + sign * other.occurrences,
                rounds + sign * other.rounds,
                steps + sign * other.steps,
                timeMs + sign * other.timeMs,
                failures + sign * other.failures,
                parallel + sign * other.parallel,
                oneTarget + sign * other.oneTarget,
                recovered + sign * other.recovered,
                sum,
                from);
    }
}
