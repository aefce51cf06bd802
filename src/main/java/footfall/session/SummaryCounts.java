package footfall.session;

import footfall.turn.TurnRules;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts by name. The first {@code NAMES_MAX} names are counted individually, others as
 * {@link TurnRules#OTHER}, so the total is exact.
 */
record SummaryCounts(SortedMap<String, Long> byName) {
    static final int NAMES_MAX = 200;
    static final SummaryCounts NONE = new SummaryCounts(new TreeMap<>());

    SummaryCounts {
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    /** With one more occurrence; null is ignored. */
    SummaryCounts plus(String name) {
        if (name == null) {
            return this;
        }
        var counts = new TreeMap<>(byName);
        boolean isNamed = byName.containsKey(name) || byName.size() < NAMES_MAX;
        counts.merge(isNamed ? name : TurnRules.OTHER, 1L, Long::sum);
        return new SummaryCounts(counts);
    }

    /** With one less occurrence of a name that was added; null is ignored. */
    SummaryCounts minus(String name) {
        if (name == null) {
            return this;
        }
        var counts = new TreeMap<>(byName);
        counts.computeIfPresent(
                byName.containsKey(name) ? name : TurnRules.OTHER, (key, count) -> count > 1 ? count - 1 : null);
        return new SummaryCounts(counts);
    }

    long total() {
        return byName.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The most frequent first, ties by name. */
    Map<String, Long> ranked() {
        return ranked(byName, Integer.MAX_VALUE);
    }

    /** At most {@code max} names; the least frequent are combined. */
    static Map<String, Long> ranked(Map<String, Long> counts, int max) {
        var ranked = new LinkedHashMap<String, Long>();
        var order = Comparator.comparing(Map.Entry<String, Long>::getValue)
                .reversed()
                .thenComparing(Map.Entry::getKey);
        counts.entrySet().stream().sorted(order).forEach(entry -> {
            boolean isNamed = counts.size() <= max || ranked.size() < max - 1;
            ranked.merge(isNamed ? entry.getKey() : TurnRules.OTHER, entry.getValue(), Long::sum);
        });
        return ranked;
    }
}
