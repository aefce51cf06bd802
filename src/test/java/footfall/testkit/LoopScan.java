package footfall.testkit;

import footfall.loop.Level;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Subject;
import footfall.pattern.Tallies;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The loops of the level {@code intent} in tallies, by their steps after the first round. */
final class LoopScan {
    private LoopScan() {}

    static List<RecurringLoop> byIntent(Tallies tallies) {
        var byName = Comparator.comparing(RecurringLoop::name);
        return tallies.of(Set.of(Subject.Kind.LOOP))
                .map(RecurringLoop::of)
                .filter(loop -> loop.level() == Level.INTENT)
                .sorted(Comparator.comparing(RecurringLoop::excess)
                        .thenComparing(RecurringLoop::turns)
                        .reversed()
                        .thenComparing(byName))
                .toList();
    }
}
