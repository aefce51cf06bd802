package footfall.pattern;

import footfall.turn.DetourTotals.Way;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The contribution of one turn to one subject. {@code length} and {@code isLong} are the turn's;
 * {@code calls} is for a tool all calls, {@code failures} the failed ones among them; for a failure the
 * failed calls, for a repeat its steps. {@code tool}: the first of a pattern or a loop, the name of a repeat, or that
 * of the latest error; {@code error} is its text, null when it was redacted. {@code detours}: of a loop, a repeat or a
 * failure; {@code ways}: of the recoveries from a failure, or of what
 * followed a repeat.
 */
public record SubjectPart(
        Instant startedAt,
        int length,
        boolean isLong,
        int calls,
        int failures,
        String tool,
        String error,
        DetourSums detours,
        List<Way> ways) {
    public SubjectPart {
        Objects.requireNonNull(startedAt, "startedAt is null");
        detours = detours == null ? DetourSums.ZERO : detours;
        ways = List.copyOf(ways);
    }

    SubjectPart with(DetourSums sums, List<Way> counts) {
        return new SubjectPart(startedAt, length, isLong, calls, failures, tool, error, sums, counts);
    }
}
