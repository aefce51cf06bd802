package footfall.view;

import footfall.loop.Repeat;
import footfall.turn.DetourTotals;
import footfall.turn.Turn;
import footfall.turn.Wasted;
import java.util.stream.Stream;

/** What was wasted: by failed calls, and by repeats of the same thing but polling. */
public record WastedCosts(Wasted failures, Wasted repeats) {
    static final WastedCosts NOTHING = new WastedCosts(Wasted.NOTHING, Wasted.NOTHING);

    /** A turn whose record had no room for its totals wasted nothing. */
    static WastedCosts of(Turn turn) {
        var totals = turn.detours().detourTotals();
        return totals == null
                ? NOTHING
                : new WastedCosts(
                        sum(totals.recoveries().stream().map(DetourTotals.Recoveries::wasted)),
                        sum(totals.repeats().stream()
                                .filter(one -> one.kind() != Repeat.Kind.POLLING)
                                .map(DetourTotals.Repeats::wasted)));
    }

    private static Wasted sum(Stream<Wasted> parts) {
        return parts.reduce(Wasted.NOTHING, Wasted::plus);
    }

    WastedCosts plus(WastedCosts other) {
        return new WastedCosts(failures.plus(other.failures), repeats.plus(other.repeats));
    }
}
