package footfall.alert;

import footfall.line.Ids;
import footfall.turn.StepRow;

/**
 * The loop of tools that ends with the last step of a turn, in state of fixed size: the last loop of a closed turn with
 * the steps so far, if it ends there. {@code walks} counts those of the last run; parallel calls are one walk.
 * {@code batch} identifies the batch of the last step, 0 without one. {@code mostRounds} is the maximum so far.
 */
record OpenLoop(OpenCycle cycle, int walks, long batch, int mostRounds) {
    private static final int WALKS_MIN = 3;

    static final OpenLoop NONE = unknown(0);

    /** The state of a turn whose steps so far are not known, but the rounds of its loops are. */
    static OpenLoop unknown(int mostRounds) {
        return new OpenLoop(OpenCycle.NONE, 0, 0, mostRounds);
    }

    /** The rounds of the loop that ends at the last step, 0 without one. */
    int rounds() {
        return rounds(cycle, walks);
    }

    private static int rounds(OpenCycle cycle, int walks) {
        if (cycle.isComplete()) {
            return cycle.rounds();
        }
        return walks < WALKS_MIN ? 0 : walks;
    }

    /** The state after one more step. */
    OpenLoop after(String tool, StepRow.Batch batchOfStep) {
        long run = Ids.hash(tool);
        long next = batchOfStep.hash();
        boolean isSameRun = cycle.endsWith(run);
        boolean isSameWalk = isSameRun && next == batch && next != 0;
        var read = isSameRun ? cycle : cycle.with(run);
        int walked = isSameWalk ? walks : isSameRun ? walks + 1 : 1;
        return new OpenLoop(read, walked, next, Math.max(mostRounds, rounds(read, walked)));
    }
}
