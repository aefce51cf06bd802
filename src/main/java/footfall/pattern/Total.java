package footfall.pattern;

import footfall.line.SessionId;
import footfall.turn.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

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

    /** The turns of one subject of a tally: sums, sessions, first start, and the latest turns. */
    static final class Members {
        static final int EXAMPLES_MAX = 5;

        /** The occurrences in each. */
        private final Map<SessionId, Long> sessions = new HashMap<>();

        private final TreeMap<Position, SubjectPart> latest = new TreeMap<>(Comparator.reverseOrder());
        private final Map<String, Long> ways = new HashMap<>();
        private Instant firstSeen;
        private Sums sums = Sums.ZERO;

        void add(TalliedTurn turn, SubjectPart part, long count) {
            sums = sums.plus(part);
            sessions.merge(turn.sessionId(), count, Long::sum);
            part.ways().forEach(way -> ways.merge(way.way(), way.count(), Long::sum));
            firstSeen = firstSeen == null || part.startedAt().isBefore(firstSeen) ? part.startedAt() : firstSeen;
            latest.put(new Position(part.startedAt(), turn.turnId()), part);
            if (latest.size() > EXAMPLES_MAX) {
                latest.pollLastEntry();
            }
        }

        /** After at least one turn. */
        TallyView view(Subject subject) {
            var lastSeen = latest.firstKey().startedAt();
            var part = latest.firstEntry().getValue();
            return new TallyView(
                    subject,
                    sums,
                    sessions.size(),
                    firstSeen,
                    lastSeen,
                    List.copyOf(latest.keySet()),
                    part,
                    TallyView.ranked(ways));
        }

        /** {@code turns}: all turns of each session. */
        Sample.Spread spread(Subject subject, Map<SessionId, Long> turns) {
            long squares = 0;
            long products = 0;
            for (var session : sessions.entrySet()) {
                long count = session.getValue();
                squares += count * count;
                products += count * turns.get(session.getKey());
            }
            return new Sample.Spread(view(subject), squares, products);
        }

        /** A turn that contributes to a subject, with its contribution. */
        record Member(String turnId, SessionId sessionId, SubjectPart part) {
            Position place() {
                return new Position(part.startedAt(), turnId);
            }
        }
    }
}
