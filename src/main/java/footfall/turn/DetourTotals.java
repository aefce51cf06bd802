package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.loop.Level;
import java.util.List;

/**
 * What a turn contributes to the tallies of loops and failures, from all of its loops and recoveries: loops by level
 * and name, only of a long turn; recoveries by category and subject; and the steps of a long turn after the threshold,
 * null of another one.
 */
public record DetourTotals(List<Loops> loops, List<Recoveries> recoveries, Saved pastThreshold) {
    public DetourTotals {
        loops = List.copyOf(loops);
        recoveries = List.copyOf(recoveries);
    }

    /** The loops of one name; {@code oneTarget}: how many of them are on one file. {@code saved}: their excess. */
    public record Loops(
            Level level,
            String name,
            int occurrences,
            int rounds,
            int steps,
            long timeMs,
            int failures,
            int parallel,
            int oneTarget,
            Saved saved) {
        Loops plus(Loops other) {
            return new Loops(
                    level,
                    name,
                    occurrences + other.occurrences,
                    rounds + other.rounds,
                    steps + other.steps,
                    timeMs + other.timeMs,
                    failures + other.failures,
                    parallel + other.parallel,
                    oneTarget + other.oneTarget,
                    saved.plus(other.saved));
        }

        Loops with(Saved other) {
            return new Loops(level, name, occurrences, rounds, steps, timeMs, failures, parallel, oneTarget, other);
        }

        Loops named(String other) {
            return new Loops(level, other, occurrences, rounds, steps, timeMs, failures, parallel, oneTarget, saved);
        }
    }

    /**
     * The recoveries from failures of one kind; {@code recovered}: how many reached a success. {@code timeMs}: from the
     * start of each failed call to the completion of its last step. {@code saved}: all steps but the last ones.
     */
    public record Recoveries(
            ErrorCategory category,
            String subject,
            int recoveries,
            int recovered,
            int steps,
            long timeMs,
            Saved saved,
            List<Way> ways) {
        public Recoveries {
            ways = List.copyOf(ways);
        }

        Recoveries with(Saved other) {
            return new Recoveries(category, subject, recoveries, recovered, steps, timeMs, other, ways);
        }
    }
}
