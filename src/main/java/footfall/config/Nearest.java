package footfall.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody may have meant: the known word with the fewest characters to change. */
public final class Nearest {
  private Nearest() {}

  /** Empty when no word is near: a third of its characters may differ. */
  public static Optional<String> to(String word, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt((String one) -> distance(word, one)).thenComparing(Comparator
            .naturalOrder()))
        .filter(one -> distance(word, one) * 3 <= Math.max(word.length(), one.length()));
  }

  /** {@code unknown "colour" (did you mean "color"?)}. */
  public static String said(String word, Collection<String> known) {
    return said(word, to(word, known));
  }

  static String said(String word, Optional<String> near) {
    return "unknown \"" + word + "\"" + near.map(one -> " (did you mean \"" + one + "\"?)").orElse("");
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    var row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
