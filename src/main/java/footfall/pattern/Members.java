package footfall.pattern;

import footfall.line.SessionId;
import footfall.turn.Position;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The turns of one subject of a tally: sums, sessions, first start, and the latest turns. */
final class Members {
    static final int EXAMPLES_MAX = 5;

    private final Set<SessionId> sessions = new HashSet<>();
    private final TreeMap<Position, SubjectPart> latest = new TreeMap<>(Comparator.reverseOrder());
    private Instant firstSeen;
    private Sums sums = Sums.ZERO;

    void add(TalliedTurn turn, SubjectPart part) {
        sums = sums.plus(part);
        sessions.add(turn.sessionId());
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
        return new TallyView(subject, sums, sessions.size(), firstSeen, lastSeen, List.copyOf(latest.keySet()), part);
    }
}
