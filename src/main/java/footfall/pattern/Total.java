package footfall.pattern;

import footfall.turn.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The total of a subject. {@code first} is the start of the first member, {@code latest} are the keys of the
 * latest members, the latest first. Either is null after its member was deleted, until it is looked up again.
 * {@code isUnpublished}: changed since it was last published; {@code published}: how many records of it exist.
 */
record Total(
        Subject subject,
        Sums sums,
        int sessions,
        Instant first,
        List<Position> latest,
        boolean isUnpublished,
        int published) {
    Total {
        Objects.requireNonNull(subject, "subject is null");
        latest = latest == null ? null : List.copyOf(latest);
    }

    static Total none(Subject subject) {
        return new Total(subject, Sums.ZERO, 0, null, null, false, 0);
    }

    /** Whether members can come to this. */
    boolean isValid() {
        return sums.isValid() && sessions >= (isZero() ? 0 : 1) && sessions <= sums.turns();
    }

    boolean isZero() {
        return sums.turns() == 0;
    }

    long turns() {
        return sums.turns();
    }

    Total with(Position place, SubjectPart part) {
        boolean wasZero = isZero();
        var start = wasZero || first != null && place.startedAt().isBefore(first) ? place.startedAt() : first;
        return new Total(
                subject,
                sums.plus(part),
                sessions,
                start,
                wasZero ? List.of(place) : latestWith(place),
                isUnpublished,
                published);
    }

    private List<Position> latestWith(Position place) {
        if (latest == null) {
            return null;
        }
        var all = new ArrayList<>(latest);
        all.add(place);
        all.sort(Comparator.reverseOrder());
        return all.size() > Members.EXAMPLES_MAX ? all.subList(0, Members.EXAMPLES_MAX) : all;
    }

    Total without(Position place, SubjectPart part) {
        var rest = sums.minus(part);
        var start = place.startedAt().equals(first) ? null : first;
        return new Total(subject, rest, sessions, start, latestWithout(place, rest.turns()), isUnpublished, published);
    }

    private List<Position> latestWithout(Position place, long turns) {
        if (latest == null || !latest.contains(place)) {
            return latest;
        }
        var rest = latest.stream().filter(other -> !other.equals(place)).toList();
        return rest.size() == turns ? rest : null;
    }

    /** A contribution changed without moving. */
    Total with(SubjectPart old, SubjectPart part) {
        return new Total(subject, sums.minus(old).plus(part), sessions, first, latest, isUnpublished, published);
    }

    Total withSessions(int count) {
        return new Total(subject, sums, count, first, latest, isUnpublished, published);
    }

    Total found(Instant start, List<Position> places) {
        return new Total(subject, sums, sessions, start, places, isUnpublished, published);
    }

    Total changed() {
        return new Total(subject, sums, sessions, first, latest, true, published);
    }

    Total reported(int records) {
        return new Total(subject, sums, sessions, first, latest, false, records);
    }
}
