package footfall.line;

import java.util.Locale;

/**
 * Whose transcript it is. {@code qbit} is known to the file names already; its lines are read by a later
 * part.
 */
public enum Dialect {
  CLAUDE;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** @throws IllegalArgumentException when there is no such dialect */
  public static Dialect of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
