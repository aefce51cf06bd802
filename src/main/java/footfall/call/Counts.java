package footfall.call;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts texts. The first {@code max} different ones are counted individually, the others together. */
public final class Counts {
    private final int max;
    private final Map<String, Long> counts = new HashMap<>();
    private long total;
    private long omitted;

    public Counts(int max) {
        this.max = max;
    }

    public void add(String text) {
        total++;
        var before = counts.get(text);
        if (before != null) {
            counts.put(text, before + 1);
        } else if (counts.size() < max) {
            counts.put(text, 1L);
        } else {
            omitted++;
        }
    }

    /** Takes back one that was added. */
    public void remove(String text) {
        total--;
        if (counts.containsKey(text)) {
            counts.computeIfPresent(text, (counted, count) -> count > 1 ? count - 1 : null);
        } else {
            omitted--;
        }
    }

    public long total() {
        return total;
    }

    /** The count of all texts without their own count. */
    public long omitted() {
        return omitted;
    }

    /** The most frequent first, ties by text. */
    public Map<String, Long> ranked() {
        return ranked(Integer.MAX_VALUE);
    }

    /** The {@code top} most frequent. */
    public Map<String, Long> ranked(int top) {
        var ranked = new LinkedHashMap<String, Long>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(top)
                .forEach(entry -> ranked.put(entry.getKey(), entry.getValue()));
        return ranked;
    }
}
