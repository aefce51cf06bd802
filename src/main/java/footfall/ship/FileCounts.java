package footfall.ship;

import footfall.line.Dialect;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of files by agent. Not thread-safe. */
final class FileCounts {
    private final Map<Dialect, int[]> counts = new HashMap<>();

    void add(Dialect agent, int files) {
        counts.computeIfAbsent(agent, none -> new int[1])[0] += files;
    }

    /** The sums of both. */
    FileCounts and(FileCounts others) {
        var sums = new FileCounts();
        counts.forEach((agent, files) -> sums.add(agent, files[0]));
        others.counts.forEach((agent, files) -> sums.add(agent, files[0]));
        return sums;
    }

    int sum() {
        return counts.values().stream().mapToInt(files -> files[0]).sum();
    }

    /** Of agents that have files, by their words. */
    Map<String, Integer> byAgent() {
        var words = new TreeMap<String, Integer>();
        counts.forEach((agent, files) -> {
            if (files[0] > 0) {
                words.put(agent.word(), files[0]);
            }
        });
        return words;
    }
}
