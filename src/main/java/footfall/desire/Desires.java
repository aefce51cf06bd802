package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.pattern.Members;
import footfall.pattern.TalliedTurn;
import footfall.turn.Contribution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds desires in turns. Add each turn once, in any order; the result does not depend on the order. Turns
 * before {@code notBefore} and turns without a time are ignored.
 */
public final class Desires {
    private static final Comparator<Desire> RANKING = Comparator.comparing(Desire::isOrdinary)
            .thenComparing(Desire::count, Comparator.reverseOrder())
            .thenComparing((Desire desire) -> desire.id());

    private final DesireRules rules;
    private final Instant notBefore;
    private final Map<String, Sums> patterns = new HashMap<>();
    private final Map<Failure, Sums> failures = new HashMap<>();

    private record Failure(ErrorCategory category, String subject) {}

    /** @param notBefore the earliest start that counts, null for all */
    public Desires(DesireRules rules, Instant notBefore) {
        this.rules = rules;
        this.notBefore = notBefore;
    }

    public void add(TalliedTurn turn) {
        if (!turn.isSince(notBefore)) {
            return;
        }
        var given = turn.given();
        if (given.isLong()) {
            patterns.computeIfAbsent(given.pattern(), none -> new Sums()).add(turn, 1);
        }
        // Two shells may fail with the same error in one turn; the turn counts once.
        var calls = new HashMap<Failure, Integer>();
        for (var failed : given.failures()) {
            calls.merge(new Failure(failed.category(), failed.subject()), failed.count(), Integer::sum);
        }
        calls.forEach((failure, count) ->
                failures.computeIfAbsent(failure, none -> new Sums()).add(turn, count));
    }

    /** All desires: the most frequent first, ties by ID; failed commands last. */
    public List<Desire> ranked() {
        var found = new ArrayList<Desire>();
        patterns.forEach((pattern, sums) -> {
            if (rules.isMet(sums.count, sums.members.sessions())) {
                found.add(ofPattern(pattern, sums));
            }
        });
        failures.forEach((failure, sums) -> found.add(ofFailure(failure, sums)));
        found.sort(RANKING);
        return List.copyOf(found);
    }

    private static Desire ofPattern(String pattern, Sums sums) {
        var error = Desire.repeated(pattern, sums.length, sums.turns, sums.members.sessions());
        var tool = sums.members.latest().given().calls().get(0).tool();
        return sums.desire(Desire.TURN_PATTERN, pattern, tool, error);
    }

    private static Desire ofFailure(Failure failure, Sums sums) {
        Contribution.Failures latest = null;
        for (var failed : sums.members.latest().given().failures()) {
            if (failed.category() == failure.category() && failed.subject().equals(failure.subject())) {
                latest = failed;
            }
        }
        return sums.desire(failure.category().word(), failure.subject(), latest.tool(), latest.error());
    }

    private static final class Sums {
        final Members members = new Members();
        long turns;
        long length;
        long count;

        void add(TalliedTurn turn, int times) {
            members.add(turn);
            turns++;
            length += turn.given().length();
            count += times;
        }

        Desire desire(String category, String subject, String tool, String error) {
            return new Desire(
                    Desire.id(category, subject),
                    category,
                    subject,
                    tool,
                    error,
                    Desire.SOURCE,
                    count,
                    members.sessions(),
                    (double) length / turns,
                    members.firstSeen(),
                    members.lastSeen(),
                    members.examples());
        }
    }
}
