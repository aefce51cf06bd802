package footfall.alert;

import footfall.line.Outcome;

/**
 * Failed calls of a turn in a row, in the order of their results; {@code longest} is the longest streak so far.
 * Calls that did not run to their end are ignored,
 * except rejected ones: a person has seen them. Any other outcome ends a streak.
 */
record Streak(int length, int longest) {
    static final Streak NONE = new Streak(0, 0);

    /** The state after one more completed call. */
    Streak after(Outcome outcome) {
        int failed = switch (outcome) {
            case ERROR -> length + 1;
            case DENIED, INTERRUPTED, CANCELLED -> length;
            case OK, REJECTED, PENDING -> 0;
        };
        return new Streak(failed, Math.max(longest, failed));
    }
}
