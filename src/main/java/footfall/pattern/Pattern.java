package footfall.pattern;

import java.time.Instant;
import java.util.List;

/** A sequence of tools and its turns; {@code examples} are the latest turn IDs, the latest first. */
public record Pattern(
        String pattern,
        long count,
        double avgLength,
        int sessions,
        long longCount,
        Instant firstSeen,
        Instant lastSeen,
        List<String> examples) {
    public Pattern {
        examples = List.copyOf(examples);
    }

    /** The record of a pattern's running tally, which must have members. */
    public static Pattern of(TallyView tallied) {
        var sums = tallied.sums();
        return new Pattern(
                tallied.subject().name(),
                sums.turns(),
                (double) sums.length() / sums.turns(),
                tallied.sessions(),
                sums.longTurns(),
                tallied.firstSeen(),
                tallied.lastSeen(),
                tallied.exampleIds());
    }
}
