package footfall.pattern;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts patterns and tools of turns. Add each turn once, in any order; the result does not depend on the
 * order. Turns before {@code notBefore} and turns without a time are ignored.
 */
public final class Tallies {
    private static final Comparator<Pattern> PATTERNS =
            Comparator.comparingLong(Pattern::count).reversed().thenComparing(Pattern::pattern);
    private static final Comparator<Tool> TOOLS =
            Comparator.comparingLong(Tool::count).reversed().thenComparing(Tool::tool);

    private final Instant notBefore;
    private final Map<String, PatternSums> patterns = new HashMap<>();
    private final Map<String, ToolSums> tools = new HashMap<>();

    /** @param notBefore the earliest start that counts, null for all */
    public Tallies(Instant notBefore) {
        this.notBefore = notBefore;
    }

    public void add(TalliedTurn turn) {
        if (!turn.isSince(notBefore)) {
            return;
        }
        if (turn.given().length() > 0) {
            patterns.computeIfAbsent(turn.given().pattern(), none -> new PatternSums())
                    .add(turn);
        }
        var failed = turn.given().failuresByTool();
        for (var calls : turn.given().calls()) {
            var sums = tools.computeIfAbsent(calls.tool(), none -> new ToolSums());
            sums.add(turn, calls.count());
            sums.failures += failed.getOrDefault(calls.tool(), 0);
        }
    }

    /** The most frequent first, ties by name. */
    public List<Pattern> patterns() {
        return patterns.entrySet().stream()
                .map(e -> e.getValue().pattern(e.getKey()))
                .sorted(PATTERNS)
                .toList();
    }

    /** The most frequent first, ties by name. */
    public List<Tool> tools() {
        return tools.entrySet().stream()
                .map(e -> e.getValue().tool(e.getKey()))
                .sorted(TOOLS)
                .toList();
    }

    private static final class PatternSums {
        final Members members = new Members();
        long turns;
        long length;
        long longTurns;

        void add(TalliedTurn turn) {
            members.add(turn);
            turns++;
            length += turn.given().length();
            longTurns += turn.given().isLong() ? 1 : 0;
        }

        Pattern pattern(String name) {
            return new Pattern(
                    name,
                    turns,
                    (double) length / turns,
                    members.sessions(),
                    longTurns,
                    members.firstSeen(),
                    members.lastSeen(),
                    members.examples());
        }
    }

    private static final class ToolSums {
        final Members members = new Members();
        long calls;
        long length;
        long longCalls;
        long failures;

        void add(TalliedTurn turn, int count) {
            members.add(turn);
            calls += count;
            length += (long) count * turn.given().length();
            longCalls += turn.given().isLong() ? count : 0;
        }

        Tool tool(String name) {
            return new Tool(
                    name,
                    calls,
                    (double) length / calls,
                    longCalls,
                    100.0 * longCalls / calls,
                    failures,
                    members.sessions(),
                    members.firstSeen(),
                    members.lastSeen());
        }
    }
}
