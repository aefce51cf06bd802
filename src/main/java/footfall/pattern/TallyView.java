package footfall.pattern;

import footfall.turn.Position;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The state of a subject: sums over its members, number of sessions, first and last start, the latest turns,
 * the latest first, and the latest contribution. {@code latest} and the times are null when no member is left.
 */
public record TallyView(
        Subject subject,
        Sums sums,
        int sessions,
        Instant firstSeen,
        Instant lastSeen,
        List<Position> examples,
        SubjectPart latest) {
    public TallyView {
        Objects.requireNonNull(subject, "subject is null");
        examples = List.copyOf(examples);
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

    /** The state over both; they must have no session in common. */
    public TallyView plus(TallyView other) {
        if (isGone() || other.isGone()) {
            return isGone() ? other : this;
        }
        var turns = Stream.concat(examples.stream(), other.examples.stream())
                .sorted((a, b) -> b.compareTo(a))
                .limit(Members.EXAMPLES_MAX)
                .toList();
        return new TallyView(
                subject,
                sums.plus(other.sums),
                sessions + other.sessions,
                firstSeen.isBefore(other.firstSeen) ? firstSeen : other.firstSeen,
                lastSeen.isAfter(other.lastSeen) ? lastSeen : other.lastSeen,
                turns,
                turns.get(0).equals(examples.get(0)) ? latest : other.latest);
    }

    static TallyView gone(Subject subject) {
        return new TallyView(subject, Sums.ZERO, 0, null, null, List.of(), null);
    }
}
