package footfall.testkit;

import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.DesireRules;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Subject;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.pattern.Tool;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Patterns, tools, loops and desires by the keys of their topics; {@link #of} is what the commands on files make.
 */
public record FileTallies(
        Map<String, Pattern> patterns,
        Map<String, Tool> tools,
        Map<String, RecurringLoop> loops,
        Map<String, Desire> desires) {
    /** {@code notBefore}: the earliest start that counts, null for all. */
    public static FileTallies of(List<TalliedTurn> walks, DesireRules rules, Instant notBefore) {
        var tallies = new Tallies(notBefore);
        walks.forEach(tallies::add);
        var loops = tallies.of(Set.of(Subject.Kind.LOOP)).map(RecurringLoop::of).toList();
        return new FileTallies(
                byKey(tallies.patterns(), Pattern::pattern),
                byKey(tallies.tools(), Tool::tool),
                byKey(loops, RecurringLoop::id),
                byKey(DesireQuestion.DEFAULT.ranked(tallies.of(Desire.KINDS), rules), Desire::id));
    }

    private static <V> Map<String, V> byKey(List<V> records, Function<V, String> key) {
        return records.stream().collect(Collectors.toMap(key, Function.identity(), (a, b) -> a, TreeMap::new));
    }
}
