package footfall.report;

import footfall.turn.Output;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** The steps that turns lost again while they were folded, so that a step that was met before has its sequence. */
final class DroppedSteps {
    static final int NONE = -1;

    private final Map<TurnRef, TreeSet<Integer>> orders = new HashMap<>();

    void add(Output.StepDropped dropped) {
        var trail = dropped.turn().trail();
        var turn = new TurnRef(
                trail.session().value(), trail.agent(), dropped.turn().head().index());
        orders.computeIfAbsent(turn, none -> new TreeSet<>()).add(dropped.step().order());
    }

    /** The sequence of the step with an order; {@link #NONE} if it was dropped. Call it after the last line. */
    int sequence(TurnRef turn, int order) {
        var dropped = orders.get(turn);
        if (dropped == null) {
            return order;
        }
        return dropped.contains(order) ? NONE : order - dropped.headSet(order).size();
    }
}
