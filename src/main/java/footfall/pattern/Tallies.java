package footfall.pattern;

import footfall.line.SessionId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Counts patterns, tools and failures of turns. Add each turn once, in any order; the result does not depend on the
 * order. Turns before {@code notBefore} and turns without a time are ignored.
 */
public final class Tallies {
    private static final Comparator<Pattern> PATTERNS =
            Comparator.comparingLong(Pattern::count).reversed().thenComparing(Pattern::pattern);
    private static final Comparator<Tool> TOOLS =
            Comparator.comparingLong(Tool::count).reversed().thenComparing(Tool::tool);

    private final Instant notBefore;
    private final Map<Subject, Total.Members> subjects = new HashMap<>();
    /** The turns of each. */
    private final Map<SessionId, Long> sessions = new HashMap<>();

    /** @param notBefore the earliest start that counts, null for all */
    public Tallies(Instant notBefore) {
        this.notBefore = notBefore;
    }

    public void add(TalliedTurn turn) {
        if (!turn.isSince(notBefore)) {
            return;
        }
        sessions.merge(turn.sessionId(), 1L, Long::sum);
        Deltas.parts(turn.given()).forEach((subject, part) -> {
            add(subject, turn, part);
            if (subject.kind() == Subject.Kind.PATTERN && part.isLong()) {
                add(subject.ofLongTurns(), turn, part);
            }
        });
    }

    private void add(Subject subject, TalliedTurn turn, SubjectPart part) {
        long count = subject.kind().countsCalls() ? part.calls() : 1;
        subjects.computeIfAbsent(subject, none -> new Total.Members()).add(turn, part, count);
    }

    /** All subjects of these kinds, in no order. */
    public Stream<TallyView> of(Set<Subject.Kind> kinds) {
        return subjects.entrySet().stream()
                .filter(one -> kinds.contains(one.getKey().kind()))
                .map(one -> one.getValue().view(one.getKey()));
    }

    /** All turns that were added, with the subjects of these kinds. */
    public Sample sample(Set<Subject.Kind> kinds) {
        var spreads = subjects.entrySet().stream()
                .filter(one -> kinds.contains(one.getKey().kind()))
                .map(one -> one.getValue().spread(one.getKey(), sessions))
                .toList();
        long turns = sessions.values().stream().mapToLong(Long::longValue).sum();
        long squares =
                sessions.values().stream().mapToLong(count -> count * count).sum();
        return new Sample(spreads, turns, sessions.size(), squares);
    }

    /** The most frequent first, ties by name. */
    public List<Pattern> patterns() {
        return of(Set.of(Subject.Kind.PATTERN))
                .map(Pattern::of)
                .sorted(PATTERNS)
                .toList();
    }

    /** The most frequent first, ties by name. */
    public List<Tool> tools() {
        return of(Set.of(Subject.Kind.TOOL)).map(Tool::of).sorted(TOOLS).toList();
    }
}
