package footfall.view;

import footfall.pattern.PatternQuery;
import java.util.HashMap;
import java.util.Map;

/** Names that people gave to patterns and tools. */
public final class Aliases {
  private final Map<String, String> byPattern = new HashMap<>();

  /** @param names patterns or tools, however spelled, and their names */
  public Aliases(Map<String, String> names) {
    names.forEach((pattern, name) -> PatternQuery.of(pattern).patterns().forEach(one -> byPattern.put(one,
        name)));
  }

  /** Null when it has none. */
  public String of(String pattern) {
    return byPattern.get(pattern);
  }
}
