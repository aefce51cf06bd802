package footfall.cli;

import footfall.pattern.TalliedTurn;
import java.time.Instant;

/** Counts the turns that were tallied, and those that started before {@code --since}. */
final class TurnCounter {
    private final Instant start;
    private long turns;
    private long before;

    TurnCounter(Instant start) {
        this.start = start;
    }

    void add(TalliedTurn turn) {
        turns++;
        before += turn.isSince(start) ? 0 : 1;
    }

    /** Why an answer is empty. A turn without any time is not tallied. */
    Exclusions exclusions(String none) {
        return new Exclusions(none, "turn", turns).filter(start == null ? "missing times" : "--since", before);
    }
}
