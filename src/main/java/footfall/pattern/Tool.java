package footfall.pattern;

import java.time.Instant;

/**
 * A tool and its calls. {@code count}, {@code longCount} (in long turns) and {@code failures} count calls;
 * {@code avgTurnLen} is the mean turn length over the calls; {@code longTurnPct} is from 0 to 100.
 */
public record Tool(
        String tool,
        long count,
        double avgTurnLen,
        long longCount,
        double longTurnPct,
        long failures,
        int sessions,
        Instant firstSeen,
        Instant lastSeen) {

    /** The record of a tool's running tally, which must have members. */
    public static Tool of(TallyView tallied) {
        var sums = tallied.sums();
        return new Tool(
                tallied.subject().name(),
                sums.calls(),
                (double) sums.callLength() / sums.calls(),
                sums.longCalls(),
                100.0 * sums.longCalls() / sums.calls(),
                sums.failures(),
                tallied.sessions(),
                tallied.firstSeen(),
                tallied.lastSeen());
    }
}
