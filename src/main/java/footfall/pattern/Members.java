package footfall.pattern;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The turns of one subject of a tally: number of sessions, first, last, examples. */
public final class Members {
    public static final int EXAMPLES_MAX = 5;

    private static final Comparator<TalliedTurn> LATEST_FIRST = Comparator.comparing(TalliedTurn::startedAt)
            .thenComparing(TalliedTurn::turnId)
            .reversed();

    private final Set<String> sessions = new HashSet<>();
    private final TreeSet<TalliedTurn> latest = new TreeSet<>(LATEST_FIRST);
    private Instant firstSeen;

    /** Adds a turn, which must have a time. */
    public void add(TalliedTurn turn) {
        sessions.add(turn.sessionId());
        firstSeen = firstSeen == null || turn.startedAt().isBefore(firstSeen) ? turn.startedAt() : firstSeen;
        latest.add(turn);
        if (latest.size() > EXAMPLES_MAX) {
            latest.pollLast();
        }
    }

    public int sessions() {
        return sessions.size();
    }

    public Instant firstSeen() {
        return firstSeen;
    }

    public Instant lastSeen() {
        return latest().startedAt();
    }

    public TalliedTurn latest() {
        return latest.first();
    }

    /** The latest turn IDs, the latest first. */
    public List<String> examples() {
        return latest.stream().map(TalliedTurn::turnId).toList();
    }
}
