package footfall.pattern;

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
    private final Map<Subject, Members> subjects = new HashMap<>();

    /** @param notBefore the earliest start that counts, null for all */
    public Tallies(Instant notBefore) {
        this.notBefore = notBefore;
    }

    public void add(TalliedTurn turn) {
        if (!turn.isSince(notBefore)) {
            return;
        }
        Deltas.parts(turn.given()).forEach((subject, part) -> {
            members(subject).add(turn, part);
            if (subject.kind() == Subject.Kind.PATTERN && part.isLong()) {
                members(subject.ofLongTurns()).add(turn, part);
            }
        });
    }

    private Members members(Subject subject) {
        return subjects.computeIfAbsent(subject, none -> new Members());
    }

    /** All subjects of these kinds, in no order. */
    public Stream<TallyView> of(Set<Subject.Kind> kinds) {
        return subjects.entrySet().stream()
                .filter(one -> kinds.contains(one.getKey().kind()))
                .map(one -> one.getValue().view(one.getKey()));
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
