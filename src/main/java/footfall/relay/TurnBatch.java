package footfall.relay;

import footfall.turn.Turn;
import java.util.List;
import java.util.Set;

/** Turns that are exported together. A turn can be withdrawn while the request is retried. Thread-safe. */
final class TurnBatch {
    private volatile List<Turn> turns;

    TurnBatch(List<Turn> turns) {
        this.turns = List.copyOf(turns);
    }

    /** Without those that were withdrawn. */
    List<Turn> turns() {
        return turns;
    }

    /** Those of {@link #turns()} with these IDs. */
    List<Turn> turns(Set<String> ids) {
        return turns.stream().filter(turn -> ids.contains(turn.id().turnId())).toList();
    }

    /** Only the thread of the loop withdraws. */
    void withdraw(Set<String> ids) {
        turns = turns.stream().filter(turn -> !ids.contains(turn.id().turnId())).toList();
    }
}
