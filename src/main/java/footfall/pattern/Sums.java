package footfall.pattern;

/**
 * Sums of contributions: turns, their lengths, long turns; calls, the lengths of their turns, those in long
 * turns, failures; detours. Additions can be subtracted again.
 */
public record Sums(
        long turns,
        long length,
        long longTurns,
        long calls,
        long callLength,
        long longCalls,
        long failures,
        DetourSums detours) {
    static final Sums ZERO = new Sums(0, 0, 0, 0, 0, 0, 0, DetourSums.ZERO);

    public Sums {
        detours = detours == null ? DetourSums.ZERO : detours; // Instances of an earlier build do not send it.
    }

    Sums plus(SubjectPart part) {
        return add(part, 1);
    }

    Sums plus(Sums other) {
        return new Sums(
                turns + other.turns,
                length + other.length,
                longTurns + other.longTurns,
                calls + other.calls,
                callLength + other.callLength,
                longCalls + other.longCalls,
                failures + other.failures,
                detours.plus(other.detours));
    }

    Sums minus(SubjectPart part) {
        return add(part, -1);
    }

    private Sums add(SubjectPart part, int sign) {
        long lengthOfCalls = (long) part.calls() * part.length();
        return new Sums(
                turns + sign,
                length + (long) sign * part.length(),
                longTurns + (part.isLong() ? sign : 0),
                calls + (long) sign * part.calls(),
                callLength + sign * lengthOfCalls,
                longCalls + (part.isLong() ? (long) sign * part.calls() : 0),
                failures + (long) sign * part.failures(),
                sign > 0 ? detours.plus(part.detours()) : detours.minus(part.detours()));
    }

    boolean isZero() {
        return equals(ZERO);
    }

    /** Whether the sums are valid: a part that was never added makes them negative. */
    boolean isValid() {
        return isZero()
                || turns > 0
                        && length >= 0
                        && longTurns >= 0
                        && calls >= 0
                        && callLength >= 0
                        && longCalls >= 0
                        && failures >= 0;
    }
}
