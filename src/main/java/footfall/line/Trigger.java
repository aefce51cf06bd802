package footfall.line;

import java.util.Locale;

/** What set a turn going. */
public enum Trigger {
  HUMAN,
  COMMAND,
  NOTIFICATION,
  TEAMMATE,
  UNKNOWN;

  private final String word = name().toLowerCase(Locale.ROOT);

  public String word() {
    return word;
  }
}
