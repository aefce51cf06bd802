package footfall.view;

import footfall.pattern.PatternQuery;
import java.util.HashMap;
import java.util.Map;

/** User-defined names of patterns and tools. */
public final class Aliases {
    private final Map<String, String> byPattern = new HashMap<>();

    /** @param names the names by pattern or tool, in any accepted spelling */
    public Aliases(Map<String, String> names) {
        names.forEach((pattern, name) -> PatternQuery.of(pattern).patterns().forEach(one -> byPattern.put(one, name)));
    }

    public boolean isEmpty() {
        return byPattern.isEmpty();
    }

    /** Null when there is no alias. */
    public String of(String pattern) {
        return byPattern.get(pattern);
    }
}
