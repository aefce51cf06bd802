package footfall.turn;

import footfall.line.Outcome;
import footfall.line.TrailId;
import footfall.row.Rows;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The parts of an open turn that would need all of its steps: pattern, failures, and which steps are the
 * latest. Of a size that does not depend on the length of the turn.
 */
final class GrowingTurn {
    /** Of a closed turn. */
    private static final int CLOSED = -1;

    final int index;
    /** When its last record was sent; null when none was. */
    Instant sentAt;

    private final TrailId trail;
    private final Shape shape = new Shape();
    /** One more than is sent: whether the first of these is parallel depends on the step before it. */
    private final Deque<String> latest = new ArrayDeque<>(TurnSnapshot.STEPS_MAX + 2);

    private int length;
    private int failures;

    private GrowingTurn(TrailId trail, int index) {
        this.trail = trail;
        this.index = index;
    }

    /** Reads the steps so far. */
    static GrowingTurn read(Rows rows, TrailId trail, int index) {
        var turn = new GrowingTurn(trail, index);
        for (var step : Emission.steps(rows, trail, index)) {
            turn.append(step);
            turn.complete(step);
        }
        return turn;
    }

    /** Keeps only when its last record was sent. A turn that continues is read again. */
    GrowingTurn closed() {
        var turn = new GrowingTurn(trail, CLOSED);
        turn.sentAt = sentAt;
        return turn;
    }

    void append(StepRow step) {
        length++;
        shape.add(step.use().tool());
        latest.addLast(step.id());
        if (latest.size() > TurnSnapshot.STEPS_MAX + 1) {
            latest.removeFirst();
        }
    }

    void complete(StepRow step) {
        failures += step.result().outcome() == Outcome.ERROR ? 1 : 0;
    }

    String pattern() {
        return shape.text();
    }

    int failures() {
        return failures;
    }

    List<Step> latestSteps(Rows rows) {
        var found = new ArrayList<StepRow>();
        for (var id : latest) {
            found.add(rows.get(FoldRows.step(trail, index, id)));
        }
        var steps = TurnBuilder.steps(found, length - found.size());
        return steps.subList(Math.max(0, steps.size() - TurnSnapshot.STEPS_MAX), steps.size());
    }
}
