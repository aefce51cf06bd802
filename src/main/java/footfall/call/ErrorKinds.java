package footfall.call;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts errors by kind. Holds the latest text of each kind. */
public final class ErrorKinds {
    private static final String UNKNOWN_TOOL = "(unknown)";
    private static final int TOOLS_MAX = 10_000;

    private final Map<String, Tally> byKind = new HashMap<>();

    /**
     * The errors of one kind: count, tools, and the latest text and call. {@code tools} counts calls that are
     * not in the file as {@code (unknown)}.
     */
    public record ErrorKind(String kind, long count, Map<String, Long> tools, String error, String toolUseId) {
        public ErrorKind {
            tools = Collections.unmodifiableMap(new TreeMap<>(tools));
        }
    }

    private static final class Tally {
        private long count;
        private final Map<String, Long> tools = new HashMap<>();
        private CallError last;
    }

    public void add(CallError error) {
        var tally = byKind.computeIfAbsent(error.kind(), none -> new Tally());
        tally.count++;
        var tool = error.tool() == null ? UNKNOWN_TOOL : error.tool();
        if (!error.isOfApi() && (tally.tools.size() < TOOLS_MAX || tally.tools.containsKey(tool))) {
            tally.tools.merge(tool, 1L, Long::sum);
        }
        tally.last = error;
    }

    /** The most frequent first, ties by name. */
    public List<ErrorKind> ranked() {
        return byKind.entrySet().stream()
                .map(entry -> {
                    var tally = entry.getValue();
                    var last = tally.last;
                    return new ErrorKind(entry.getKey(), tally.count, tally.tools, last.error(), last.toolUseId());
                })
                .sorted(Comparator.comparingLong(ErrorKind::count).reversed().thenComparing(ErrorKind::kind))
                .toList();
    }
}
