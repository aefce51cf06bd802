package footfall.turn;

import footfall.line.FailureCause;
import footfall.line.Group;
import footfall.line.Intent;
import footfall.line.Shell;
import footfall.loop.Level;
import footfall.loop.Loop;
import footfall.loop.Loops;
import footfall.loop.PathStep;
import footfall.loop.Recoveries;
import footfall.loop.Recovery;
import footfall.loop.Repeat;
import footfall.loop.Return;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The steps of a turn that repeat earlier ones: its loops by level and place, the number of its returns to files by
 * kind, its repeats of the same thing, its recoveries from failures, and its calls that asked a person. Computed from
 * all of its steps; empty in a turn of an earlier build. {@code detourTotals} count all of them, also those that a
 * record does not list; null for none.
 */
public record Detours(
        List<Loop> loops,
        Map<String, Integer> returns,
        List<Repeat> repeats,
        List<Recovery> recoveries,
        List<Asked> asked,
        DetourTotals detourTotals)
        implements Group {
    public static final Detours NONE = new Detours(List.of(), Map.of(), List.of(), List.of(), List.of(), null);

    /** The maximum numbers of loops of a level, of repeats, of recoveries and of questions in a record. */
    public static final int LOOPS_MAX = 20;

    public static final int REPEATS_MAX = 50;

    public static final int RECOVERIES_MAX = 50;

    public static final int ASKED_MAX = 50;

    /** Of an empty text in JSON. */
    private static final int EMPTY_BYTES = 2;

    private static final Level[] LEVELS = Level.values();

    public Detours {
        loops = loops == null ? List.of() : List.copyOf(loops);
        returns = returns == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(returns));
        repeats = repeats == null ? List.of() : List.copyOf(repeats);
        recoveries = recoveries == null ? List.of() : List.copyOf(recoveries);
        asked = asked == null ? List.of() : List.copyOf(asked);
    }

    /** {@code waitsMs}: as of {@link Asked#of}. */
    static Detours of(List<StepRow> rows, List<Step> steps, Long waitsMs) {
        var path = new ArrayList<PathStep>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            var use = steps.get(i).use();
            boolean joined =
                    i > 0 && rows.get(i).batch().isSameAs(rows.get(i - 1).batch());
            path.add(new PathStep(
                    use.tool(),
                    use.intent(),
                    joined,
                    steps.get(i).parallel(),
                    steps.get(i).result().outcome(),
                    use.startedAt(),
                    use.completedAt(),
                    rows.get(i).target(),
                    use.command(),
                    rows.get(i).looks(),
                    rows.get(i).input(),
                    rows.get(i).compactions(),
                    isEmpty(rows.get(i))));
        }
        var loops = new ArrayList<Loop>();
        for (var level : LEVELS) {
            loops.addAll(Loops.of(level, path));
        }
        return new Detours(
                loops, Return.counts(path), Repeat.of(path), Recoveries.of(path), Asked.of(rows, waitsMs), null);
    }

    /** A search that finds nothing says so, or prints nothing; of other tools than a shell, 0 bytes are no result. */
    static boolean isEmpty(StepRow row) {
        var use = row.use();
        long bytes = row.result().resultBytes();
        boolean isSearch = use.intent().equals(Intent.SEARCH);
        boolean isNo = FailureCause.NOTHING.isOf(row.result().subject());
        return Shell.runs(use.tool())
                ? isSearch && (bytes <= EMPTY_BYTES || row.isEmpty() || isNo)
                : row.isEmpty() || isSearch && bytes == EMPTY_BYTES;
    }

    /** Those that a record has: of each level the loops with the most excess, and the first repeats and recoveries. */
    Detours shown() {
        var shown = new ArrayList<Loop>();
        for (var level : LEVELS) {
            loops.stream()
                    .filter(loop -> loop.level() == level)
                    .sorted(Comparator.comparingInt(Loop::excess).reversed().thenComparingInt(Loop::from))
                    .limit(LOOPS_MAX)
                    .sorted(Comparator.comparingInt(Loop::from))
                    .forEach(shown::add);
        }
        var first = recoveries.subList(0, Math.min(recoveries.size(), RECOVERIES_MAX));
        var firstRepeats = repeats.subList(0, Math.min(repeats.size(), REPEATS_MAX));
        var firstAsked = asked.subList(0, Math.min(asked.size(), ASKED_MAX));
        return new Detours(shown, returns, firstRepeats, first, firstAsked, detourTotals);
    }

    Detours counted(DetourTotals totals) {
        return new Detours(loops, returns, repeats, recoveries, asked, totals);
    }

    Detours uncounted() {
        return counted(null);
    }

    /** Only what counts all of them. */
    Detours unlisted() {
        return NONE.counted(detourTotals);
    }

    public boolean isListed() {
        return !unlisted().equals(this);
    }
}
