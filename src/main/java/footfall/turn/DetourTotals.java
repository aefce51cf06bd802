package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.loop.Level;
import footfall.row.RowReader;
import footfall.row.RowWriter;
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

    static void write(RowWriter out, DetourTotals totals) {
        out.list(totals.loops, Loops::write);
        out.list(totals.recoveries, Recoveries::write);
        out.optional(totals.pastThreshold, Saved::write);
    }

    static DetourTotals read(RowReader in) {
        return new DetourTotals(in.list(Loops::read), in.list(Recoveries::read), in.optional(Saved::read));
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
        private static final Level[] LEVELS = Level.values();

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

        static void write(RowWriter out, Loops loops) {
            out.constant(loops.level);
            out.text(loops.name);
            out.unsigned(loops.occurrences);
            out.unsigned(loops.rounds);
            out.unsigned(loops.steps);
            out.unsigned(loops.timeMs);
            out.unsigned(loops.failures);
            out.unsigned(loops.parallel);
            out.unsigned(loops.oneTarget);
            Saved.write(out, loops.saved);
        }

        static Loops read(RowReader in) {
            return new Loops(
                    in.constant(LEVELS),
                    in.text(),
                    in.number(),
                    in.number(),
                    in.number(),
                    in.unsigned(),
                    in.number(),
                    in.number(),
                    in.number(),
                    Saved.read(in));
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
        private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();

        public Recoveries {
            ways = List.copyOf(ways);
        }

        Recoveries with(Saved other) {
            return new Recoveries(category, subject, recoveries, recovered, steps, timeMs, other, ways);
        }

        static void write(RowWriter out, Recoveries recoveries) {
            out.constant(recoveries.category);
            out.text(recoveries.subject);
            out.unsigned(recoveries.recoveries);
            out.unsigned(recoveries.recovered);
            out.unsigned(recoveries.steps);
            out.unsigned(recoveries.timeMs);
            Saved.write(out, recoveries.saved);
            out.list(recoveries.ways, Way::write);
        }

        static Recoveries read(RowReader in) {
            return new Recoveries(
                    in.constant(CATEGORIES),
                    in.text(),
                    in.number(),
                    in.number(),
                    in.number(),
                    in.unsigned(),
                    Saved.read(in),
                    in.list(Way::read));
        }
    }
}
