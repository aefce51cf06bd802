package footfall.line;

import java.util.Locale;

/** What set a turn going. */
public enum Trigger {
  HUMAN,
  COMMAND,
  NOTIFICATION,
  TEAMMATE,
  UNKNOWN;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
