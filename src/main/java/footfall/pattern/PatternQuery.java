package footfall.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A pattern as a person spells it. {@code ->} is an arrow and spaces around arrows mean nothing; without
 * any arrow spaces are arrows; {@code Read{3+}} and {@code Read → Read} mean {@code Read{2+}}, since no
 * other pattern could be meant.
 */
public record PatternQuery(Set<String> patterns) {
  private static final String ARROW = " → ";
  private static final String RUN = "{2+}";

  public PatternQuery {
    patterns = Set.copyOf(patterns);
  }

  public static PatternQuery of(String text) {
    Objects.requireNonNull(text, "text is null");
    var elements = elements(text, "\\s*(?:→|->)\\s*");
    return elements.size() > 1
        ? new PatternQuery(Set.of(joined(elements)))
        : new PatternQuery(Set.copyOf(List.of(joined(elements), joined(elements(text, "\\s+")))));
  }

  public boolean matches(String pattern) {
    return patterns.contains(pattern);
  }

  private static List<String> elements(String text, String separator) {
    var elements = new ArrayList<String>();
    for (var element : text.strip().split(separator)) {
      var tool = element.replaceFirst("\\s*\\{\\d+\\+}$", "");
      int last = elements.size() - 1;
      if (last >= 0 && tool(elements.get(last)).equals(tool)) {
        elements.set(last, tool + RUN);
      } else {
        elements.add(tool.length() == element.length() ? tool : tool + RUN);
      }
    }
    return elements;
  }

  private static String tool(String element) {
    return element.endsWith(RUN) ? element.substring(0, element.length() - RUN.length()) : element;
  }

  private static String joined(List<String> elements) {
    return String.join(ARROW, elements);
  }
}
