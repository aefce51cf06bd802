package footfall.view;

import footfall.loop.Level;
import footfall.turn.DetourTotals;
import footfall.turn.Saved;
import footfall.turn.Turn;
import java.math.BigDecimal;
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

    /** USD, not rounded; null when there are tokens and none has a price. */
    static BigDecimal usd(Saved saved) {
        boolean isUnpriced = saved.unpriced() != null && saved.unpriced().equals(saved.tokens());
        return isUnpriced ? null : saved.costUsd();
    }
}
