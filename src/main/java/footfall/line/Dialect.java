package footfall.line;

import java.util.Locale;

/**
 * Whose transcript it is. {@code qbit} is known to the file names already; its lines are read by a later
 * part.
 */
public enum Dialect {
  CLAUDE;

  private final String word = name().toLowerCase(Locale.ROOT);

  public String word() {
    return word;
  }

  /** @throws IllegalArgumentException when there is no such dialect */
  public static Dialect of(String word) {
    for (var dialect : values()) {
      if (dialect.word.equals(word)) {
        return dialect;
      }
    }
    throw new IllegalArgumentException("dialect is unknown");
  }
}
