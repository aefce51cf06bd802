package footfall.pattern;

import footfall.line.SessionId;
import footfall.turn.Position;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The turns of one subject of a tally: sums, sessions, first start, and the latest turns. */
final class Members {
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
