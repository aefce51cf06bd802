package footfall.alert;

import footfall.line.Ids;
import footfall.turn.StepRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The loop of calls that ends with the last step of a turn, in state of fixed size. A call is what it asks for, so that
 * different commands in a row are no loop. {@code walks} counts those of the last run; parallel calls are one walk.
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

    /** Whether the last step is in no loop; one of several calls goes on within its round. */
    boolean isOver() {
        return cycle.rounds() == 0 && walks < WALKS_MIN;
    }

    /** The state after one more step. */
    OpenLoop after(String call, StepRow.Batch batchOfStep) {
        long run = Ids.hash(call);
        long next = batchOfStep.hash();
        boolean isSameRun = cycle.endsWith(run);
        boolean isSameWalk = isSameRun && next == batch && next != 0;
        var read = isSameRun ? cycle : cycle.with(run);
        int walked = isSameWalk ? walks : isSameRun ? walks + 1 : 1;
        return new OpenLoop(read, walked, next, Math.max(mostRounds, rounds(read, walked)));
    }

    /**
     * The last runs of a turn's steps, as hashes of their calls, from the first one that can still be in a cycle of two
     * or three runs. With {@code rounds} above 0 the first {@code length} of them are a cycle, completed so often, and
     * the others begin its next round. With 0 they can become the first two rounds of a cycle. At most five.
     */
    record OpenCycle(List<Long> runs, int length, int rounds) {
        static final OpenCycle NONE = new OpenCycle(List.of(), 0, 0);

        private static final int LENGTH_MIN = 2;
        private static final int LENGTH_MAX = 3;
        private static final int ROUNDS_MIN = 2;

        OpenCycle {
            runs = List.copyOf(runs);
        }

        boolean endsWith(long run) {
            return !runs.isEmpty() && runs.get(runs.size() - 1) == run;
        }

        /** Whether the last run completes a round. */
        boolean isComplete() {
            return rounds > 0 && runs.size() == length;
        }

        /** The state after one more run, which differs from the last. */
        OpenCycle with(long run) {
            var all = new ArrayList<>(runs);
            all.add(run);
            return rounds > 0 ? repeated(all) : begun(all);
        }

        private OpenCycle repeated(List<Long> all) {
            if (!repeats(all, length)) {
                return reading(all.subList(length, all.size()));
            } else if (all.size() == 2 * length) {
                return new OpenCycle(runs.subList(0, length), length, rounds + 1);
            }
            return new OpenCycle(all, length, rounds);
        }

        private static OpenCycle begun(List<Long> all) {
            boolean canRepeat = false;
            for (int length = LENGTH_MIN; length <= LENGTH_MAX; length++) {
                boolean repeats = repeats(all, length);
                if (repeats && all.size() == ROUNDS_MIN * length) {
                    return new OpenCycle(all.subList(0, length), length, ROUNDS_MIN);
                }
                canRepeat |= repeats;
            }
            return canRepeat ? new OpenCycle(all, 0, 0) : reading(all.subList(1, all.size()));
        }

        private static boolean repeats(List<Long> runs, int length) {
            for (int i = length; i < runs.size(); i++) {
                if (!runs.get(i).equals(runs.get(i - length))) {
                    return false;
                }
            }
            return true;
        }

        /** The state when nothing before these runs belongs to a cycle any more. */
        private static OpenCycle reading(List<Long> runs) {
            var read = NONE;
            for (long run : runs) {
                read = read.with(run);
            }
            return read;
        }
    }
}
