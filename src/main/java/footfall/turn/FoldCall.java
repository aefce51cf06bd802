package footfall.turn;

import footfall.line.TrailId;
import footfall.row.Rows;
import java.time.Instant;
import java.util.function.Consumer;

/** The context of one call of the fold. */
final class FoldCall {
    final TurnRules rules;
    final Rows rows;
    final TrailId id;
    final Trail.Edit trail;
    final Consumer<Output> out;
    /** Whether the line changes a turn before the current one. */
    boolean isEarlier;
    /** The turn that the line belongs to, or {@link LinePlace#NONE}. */
    int turn = LinePlace.NONE;

    /** The parts that are the same for all trails. */
    record Dependencies(TurnRules rules, Rows rows, Consumer<Output> out) {}

    FoldCall(Dependencies dependencies, TrailId id, Trail.Edit trail) {
        this.rules = dependencies.rules;
        this.rows = dependencies.rows;
        this.id = id;
        this.trail = trail;
        this.out = dependencies.out;
    }

    /** The same for another trail. */
    FoldCall of(TrailId other, Trail.Edit edit) {
        return new FoldCall(new Dependencies(rules, rows, out), other, edit);
    }

    /** Whether the current turn is open. */
    boolean isOpen() {
        return trail.done().hasOpenTurn();
    }

    Output.Current current() {
        var head = trail.head.done();
        var product = Trail.product(trail.marks, head);
        return new Output.Current(id, head, product, new Origin(trail.project, trail.host, trail.user), !isEarlier);
    }

    void ignored(Output.Ignored.Reason reason) {
        out.accept(new Output.Ignored(reason));
    }

    /**
     * Stores the trail, and its deadline if there is none or it is now earlier; a later deadline is recomputed
     * when the stored one is due.
     */
    void store() {
        var now = trail.done();
        var due = now.due(rules.timers());
        if (trail.deadline == null || due.isBefore(trail.deadline)) {
            rearm(due);
        } else {
            rows.put(FoldRows.trail(id), now);
        }
    }

    /** Stores the trail with its current deadline, earlier or later than the stored one. */
    void rearm() {
        rearm(trail.done().due(rules.timers()));
    }

    private void rearm(Instant due) {
        rows.moveDeadline(id, trail.deadline, due);
        trail.deadline = due;
        rows.put(FoldRows.trail(id), trail.done());
    }
}
