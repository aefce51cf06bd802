package footfall.line;

import java.util.Locale;

/**
 * Whose transcript it is. A claude line is known by the byte at which it begins, a qbit element by its index
 * in the file, which stays when the file is written anew.
 */
public enum Dialect {
  CLAUDE,
  QBIT;

  private final String word = name().toLowerCase(Locale.ROOT);

  public String word() {
    return word;
  }

  /** Of a file that begins so; its name may know better. */
  public static Dialect toldBy(Bytes beginning) {
    int at = beginning.skipBlank(beginning.from());
    boolean isArray = at < beginning.to() && beginning.array()[at] == '[';
    int first = isArray ? beginning.skipBlank(at + 1) : at;
    return Json.hasKey(beginning.tail(first), "_timestamp") ? QBIT : CLAUDE;
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
