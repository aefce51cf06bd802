package footfall.wire;

import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;

/** Halves the steps of a turn, closed or open, until its record fits; the last to go are its totals. */
public final class FittingTurn {
    /** The maximum JSON size of a step, and of a turn without steps; all names and texts are bounded. */
    private static final int STEP_BYTES_MAX = 8 << 10;

    private static final int REST_BYTES_MAX = 120 << 10;

    private final int recordBytesMax;
    private final int stepsSure;

    public FittingTurn(int recordBytesMax) {
        this.recordBytesMax = recordBytesMax;
        this.stepsSure = Math.max(0, (recordBytesMax - REST_BYTES_MAX) / STEP_BYTES_MAX);
    }

    /** A turn with few steps and no totals fits without measuring. */
    public Turn of(Turn turn) {
        var fitting = turn;
        while (!isSure(fitting) && Json.bytes(fitting).length > recordBytesMax) {
            int steps = fitting.steps().size();
            fitting = steps == 0 ? fitting.withoutTotals() : fitting.withSteps(steps / 2);
        }
        return fitting;
    }

    public TurnSnapshot of(TurnSnapshot open) {
        var fitting = open;
        while (fitting.lastSteps().size() > stepsSure && Json.bytes(fitting).length > recordBytesMax) {
            fitting = fitting.withSteps(fitting.lastSteps().size() / 2);
        }
        return fitting;
    }

    private boolean isSure(Turn turn) {
        return turn.totals() == null && turn.steps().size() <= stepsSure;
    }
}
