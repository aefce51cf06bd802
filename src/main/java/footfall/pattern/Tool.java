package footfall.pattern;

import java.time.Instant;

/**
 * A tool and its calls. {@code count}, {@code longCount} (in long turns) and {@code failures} count calls;
 * {@code avgTurnLen} is the mean length of the turn over the calls; {@code longTurnPct} goes from 0 to 100.
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
    Instant lastSeen) {}
