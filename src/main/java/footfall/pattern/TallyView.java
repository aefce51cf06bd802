package footfall.pattern;

import footfall.turn.DetourTotals.Way;
import footfall.turn.Position;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The state of a subject: sums over its members, number of sessions, first and last start, the latest turns, the latest
 * first, the latest contribution, and of a failure the ways of its recoveries, of questions the words of answers and
 * reasons, the most frequent first: all of them, or in stored tallies, whose subjects are in one partition, as many as
 * a record has. {@code latest} and the times are null when no member is left.
 */
public record TallyView(
        Subject subject,
        Sums sums,
        int sessions,
        Instant firstSeen,
        Instant lastSeen,
        List<Position> examples,
        SubjectPart latest,
        List<Way> ways) {
    private static final Comparator<Way> MOST_FREQUENT = Comparator.comparingLong(Way::count)
            .reversed()
            .thenComparing(way -> way.way().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    public TallyView {
        Objects.requireNonNull(subject, "subject is null");
        examples = List.copyOf(examples);
        ways = ways == null ? List.of() : List.copyOf(ways); // Instances of an earlier build do not send it.
    }

    public boolean isGone() {
        return latest == null;
    }

    /** How often the subject occurred: calls of a tool, failed calls, or turns. */
    public long count() {
        return subject.kind().countsCalls() ? sums.calls() : sums.turns();
    }

    /** The IDs of the latest turns, the latest first. */
    public List<String> exampleIds() {
        return examples.stream().map(Position::id).toList();
    }

    /** The most frequent ways. */
    public List<Way> topWays() {
        return ways.subList(0, Math.min(subject.kind().waysMax(), ways.size()));
    }

    /** The most frequent first, ties by the bytes of the way. */
    static List<Way> ranked(Map<String, Long> ways) {
        return ways.entrySet().stream()
                .map(way -> new Way(way.getKey(), way.getValue()))
                .sorted(MOST_FREQUENT)
                .toList();
    }

    /** The state over both; they must have no session in common. */
    public TallyView plus(TallyView other) {
        if (isGone() || other.isGone()) {
            return isGone() ? other : this;
        }
        var turns = Stream.concat(examples.stream(), other.examples.stream())
                .sorted((a, b) -> b.compareTo(a))
                .limit(Total.Members.EXAMPLES_MAX)
                .toList();
        var counts = new HashMap<String, Long>();
        Stream.concat(ways.stream(), other.ways.stream())
                .forEach(way -> counts.merge(way.way(), way.count(), Long::sum));
        return new TallyView(
                subject,
                sums.plus(other.sums),
                sessions + other.sessions,
                firstSeen.isBefore(other.firstSeen) ? firstSeen : other.firstSeen,
                lastSeen.isAfter(other.lastSeen) ? lastSeen : other.lastSeen,
                turns,
                turns.get(0).equals(examples.get(0)) ? latest : other.latest,
                ranked(counts));
    }

    static TallyView gone(Subject subject) {
        return new TallyView(subject, Sums.ZERO, 0, null, null, List.of(), null, List.of());
    }
}
