package footfall.view;

import footfall.loop.Level;
import footfall.turn.DetourTotals;
import footfall.turn.Saved;
import footfall.turn.Turn;
import java.util.stream.Stream;

/** What a better tool would save: in recoveries from failures, and in loops of tools. */
public record SavedCosts(Saved failures, Saved loops) {
    static final SavedCosts NOTHING = new SavedCosts(Saved.NOTHING, Saved.NOTHING);

    /** A turn of an earlier build, or one whose record had no room for its totals, saves nothing. */
    static SavedCosts of(Turn turn) {
        var totals = turn.detours().detourTotals();
        return totals == null
                ? NOTHING
                : new SavedCosts(
                        sum(totals.recoveries().stream().map(DetourTotals.Recoveries::saved)),
                        sum(totals.loops().stream()
                                .filter(loops -> loops.level() == Level.TOOL)
                                .map(DetourTotals.Loops::saved)));
    }

    private static Saved sum(Stream<Saved> parts) {
        return parts.reduce(Saved.NOTHING, Saved::plus);
    }

    SavedCosts plus(SavedCosts other) {
        return new SavedCosts(failures.plus(other.failures), loops.plus(other.loops));
    }
}
