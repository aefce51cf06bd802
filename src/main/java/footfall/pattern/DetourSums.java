package footfall.pattern;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.DetourTotals;
import footfall.turn.Saved;

/**
 * Sums of detours, which can be subtracted again. Of a loop {@code occurrences} to {@code oneTarget}; of a failure
 * {@code occurrences} (its recoveries), {@code recovered}, {@code steps} and {@code timeMs}; of all what would be
 * saved.
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
        Saved saved) {
    static final DetourSums ZERO = new DetourSums(0, 0, 0, 0, 0, 0, 0, 0, Saved.NOTHING);

    static DetourSums of(DetourTotals.Loops loops) {
        return new DetourSums(
                loops.occurrences(),
                loops.rounds(),
                loops.steps(),
                loops.timeMs(),
                loops.failures(),
                loops.parallel(),
                loops.oneTarget(),
                0,
                loops.saved());
    }

    static DetourSums of(DetourTotals.Recoveries failed) {
        return new DetourSums(
                failed.recoveries(), 0, failed.steps(), failed.timeMs(), 0, 0, 0, failed.recovered(), failed.saved());
    }

    static DetourSums of(Saved saved) {
        return new DetourSums(0, 0, 0, 0, 0, 0, 0, 0, saved);
    }

    DetourSums plus(DetourSums other) {
        return add(other, 1, saved.plus(other.saved));
    }

    DetourSums minus(DetourSums other) {
        return add(other, -1, saved.minus(other.saved));
    }

    private DetourSums add(DetourSums other, int sign, Saved sum) {
        return new DetourSums(
                occurrences + sign * other.occurrences,
                rounds + sign * other.rounds,
                steps + sign * other.steps,
                timeMs + sign * other.timeMs,
                failures + sign * other.failures,
                parallel + sign * other.parallel,
                oneTarget + sign * other.oneTarget,
                recovered + sign * other.recovered,
                sum);
    }

    static void write(RowWriter out, DetourSums sums) {
        out.signed(sums.occurrences);
        out.signed(sums.rounds);
        out.signed(sums.steps);
        out.signed(sums.timeMs);
        out.signed(sums.failures);
        out.signed(sums.parallel);
        out.signed(sums.oneTarget);
        out.signed(sums.recovered);
        Saved.write(out, sums.saved);
    }

    static DetourSums read(RowReader in) {
        return new DetourSums(
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                in.signed(),
                Saved.read(in));
    }

    /** Written only where there is something; {@link #readOptional} reads it. */
    static void writeOptional(RowWriter out, DetourSums sums) {
        out.optional(sums.equals(ZERO) ? null : sums, DetourSums::write);
    }

    static DetourSums readOptional(RowReader in) {
        var sums = in.optional(DetourSums::read);
        return sums == null ? ZERO : sums;
    }
}
