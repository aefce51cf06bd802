package footfall.alert;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.StepRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects repetition among the calls of a turn, in the order of their results. {@code streak} counts failed
 * calls in a row; cancelled calls are ignored, any other outcome ends it. {@code last} has fingerprints of
 * the latest calls, newest first; {@code same} counts, for each period from 1, how many calls in a row equal
 * the call one period before. Of fixed size.
 */
record CallRun(int streak, int longestStreak, List<Long> last, List<Integer> same, int mostRepeats) {
    static final int PERIOD_MAX = 4;
    static final CallRun NONE = new CallRun(0, 0, List.of(), List.of(0, 0, 0, 0), 0);

    CallRun {
        last = List.copyOf(last);
        same = List.copyOf(same);
    }

    /** The state after one more completed call. */
    CallRun after(StepRow call) {
        int failed = switch (call.result().outcome()) {
            case ERROR -> streak + 1;
            case CANCELLED -> streak;
            case OK, REJECTED, PENDING -> 0;
        };
        long print = fingerprint(call);
        var runs = new ArrayList<Integer>(PERIOD_MAX);
        for (int period = 1; period <= PERIOD_MAX; period++) {
            boolean repeats = last.size() >= period && last.get(period - 1) == print;
            runs.add(repeats ? same.get(period - 1) + 1 : 0);
        }
        var latest = new ArrayList<Long>(PERIOD_MAX);
        latest.add(print);
        latest.addAll(last.subList(0, Math.min(last.size(), PERIOD_MAX - 1)));
        int most = Math.max(mostRepeats, repeats(runs));
        return new CallRun(failed, Math.max(longestStreak, failed), latest, runs, most);
    }

    /** The number of complete repetitions of the most repeated cycle. */
    int repeats() {
        return last.isEmpty() ? 0 : repeats(same);
    }

    private static int repeats(List<Integer> same) {
        int most = 1;
        for (int period = 1; period <= PERIOD_MAX; period++) {
            most = Math.max(most, 1 + same.get(period - 1) / period);
        }
        return most;
    }

    /** The fingerprint by which two calls are equal: tool, bash category, input size, outcome. Stored. */
    private static long fingerprint(StepRow call) {
        long print = call.use().tool().hashCode();
        print = print * 0x100000001b3L
                + (call.result().bashCategory() == null
                        ? 0
                        : 1 + call.result().bashCategory().ordinal());
        print = print * 0x100000001b3L + call.result().inputBytes();
        return print * 0x100000001b3L + call.result().outcome().ordinal();
    }

    void write(RowWriter out) {
        out.unsigned(streak);
        out.unsigned(longestStreak);
        out.list(last, RowWriter::signed);
        same.forEach(out::unsigned);
        out.unsigned(mostRepeats);
    }

    static CallRun read(RowReader in) {
        int failed = in.number();
        int longest = in.number();
        var last = in.list(RowReader::signed);
        var same = new ArrayList<Integer>(PERIOD_MAX);
        for (int period = 1; period <= PERIOD_MAX; period++) {
            same.add(in.number());
        }
        return new CallRun(failed, longest, last, same, in.number());
    }
}
