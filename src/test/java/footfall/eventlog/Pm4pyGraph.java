package footfall.eventlog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The directly-follows graph that pm4py 2.7 discovers in a log's rows with its default options. {@code
 * format_dataframe} sorts a CSV by case, {@code time:timestamp} and row number; {@code read_xes} keeps the
 * order of the file. {@code discover_dfg} then sorts by case, {@code start_timestamp} and {@code
 * time:timestamp}, and pandas keeps rows that are equal in their order. Start and end activities are the
 * first and last row of a case before that second sort.
 */
public record Pm4pyGraph(Map<String, Long> edges, Map<String, Long> starts, Map<String, Long> ends) {
    private static final Comparator<Map<String, String>> BY_CASE = Comparator.comparing(row -> row.get("case"));
    private static final Comparator<Map<String, String>> FORMATTED = BY_CASE.thenComparing(row -> row.get("complete"));
    private static final Comparator<Map<String, String>> DISCOVERED =
            BY_CASE.thenComparing(row -> row.get("start")).thenComparing(row -> row.get("complete"));

    public static Pm4pyGraph ofCsv(List<Map<String, String>> rows) {
        return discovered(rows.stream().sorted(FORMATTED).toList());
    }

    public static Pm4pyGraph ofXes(List<Map<String, String>> rows) {
        return discovered(rows);
    }

    /** The same counts of a graph of our own. */
    public static Pm4pyGraph of(FollowsGraph graph) {
        var found = new Pm4pyGraph(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        graph.edges().forEach(edge -> found.edges.put(edge.from() + " → " + edge.to(), edge.count()));
        graph.nodes().forEach(node -> {
            if (node.starts() > 0) {
                found.starts.put(node.activity(), node.starts());
            }
            if (node.ends() > 0) {
                found.ends.put(node.activity(), node.ends());
            }
        });
        return found;
    }

    private static Pm4pyGraph discovered(List<Map<String, String>> rows) {
        var found = new Pm4pyGraph(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        var first = new TreeMap<String, String>();
        var last = new TreeMap<String, String>();
        for (var row : rows) {
            first.putIfAbsent(row.get("case"), row.get("activity"));
            last.put(row.get("case"), row.get("activity"));
        }
        first.values().forEach(activity -> found.starts.merge(activity, 1L, Long::sum));
        last.values().forEach(activity -> found.ends.merge(activity, 1L, Long::sum));
        var sorted = new ArrayList<>(rows);
        sorted.sort(DISCOVERED);
        for (int i = 1; i < sorted.size(); i++) {
            var from = sorted.get(i - 1);
            var to = sorted.get(i);
            if (from.get("case").equals(to.get("case"))) {
                found.edges.merge(from.get("activity") + " → " + to.get("activity"), 1L, Long::sum);
            }
        }
        return found;
    }
}
