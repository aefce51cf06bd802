package footfall.pattern;

import java.time.Duration;
import java.time.Instant;

/** Days in UTC, counted from 1970-01-01. */
public final class Day {
    private static final long SECONDS = 86_400;

    private Day() {}

    static int of(Instant at) {
        return Math.toIntExact(Math.floorDiv(at.getEpochSecond(), SECONDS));
    }

    /** The start of the first day that overlaps {@code retention} before {@code now}. */
    public static Instant firstKept(Instant now, Duration retention) {
        return Instant.ofEpochSecond(of(now.minus(retention)) * SECONDS);
    }

    /** When that day expires, after {@code now}. */
    public static Instant leaves(Instant now, Duration retention) {
        return firstKept(now, retention).plusSeconds(SECONDS).plus(retention);
    }
}
