package footfall.pattern;

import footfall.loop.Level;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The loops of one name at one level, over all long turns. {@code occurrences} to {@code oneTarget} are sums over
 * the loops; {@code excess} are their steps after the first round. {@code examples} are the latest turn IDs, the
 * latest first. {@code id} is the key.
 */
public record RecurringLoop(
        String id,
        Level level,
        String name,
        long turns,
        int sessions,
        long occurrences,
        long rounds,
        long steps,
        long excess,
        long timeMs,
        long failures,
        long parallel,
        long oneTarget,
        Instant firstSeen,
        Instant lastSeen,
        List<String> examples) {
    public RecurringLoop {
        examples = List.copyOf(examples);
    }

    /** The record of a loop's tally, which must have members. */
    public static RecurringLoop of(TallyView tallied) {
        var name = tallied.subject().name();
        var level = level(tallied);
        var sums = tallied.sums();
        var loops = sums.detours();
        return new RecurringLoop(
                name,
                level,
                name.substring(level.word().length() + 1),
                sums.turns(),
                tallied.sessions(),
                loops.occurrences(),
                loops.rounds(),
                loops.steps(),
                loops.excess(),
                loops.timeMs(),
                loops.failures(),
                loops.parallel(),
                loops.oneTarget(),
                tallied.firstSeen(),
                tallied.lastSeen(),
                tallied.exampleIds());
    }

    /** The level of a loop's tally. */
    public static Level level(TallyView tallied) {
        var name = tallied.subject().name();
        return Stream.of(Level.values())
                .filter(level -> name.startsWith(level.word() + ":"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a loop has no level"));
    }
}
