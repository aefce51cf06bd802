package footfall.alert;

import java.util.ArrayList;
import java.util.List;

/**
 * The last runs of a turn's steps, as hashes of their tools, from the first one that can still be in a cycle of two or
 * three runs. With {@code rounds} above 0 the first {@code length} of them are a cycle, completed so often, and the
 * others begin its next round. With 0 they can become the first two rounds of a cycle. At most five.
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
