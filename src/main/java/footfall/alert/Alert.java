package footfall.alert;

import java.time.Instant;
import java.util.Locale;

/**
 * A row of the topic {@code alerts}. {@code alertId} is {@code subject:kind:level}; {@code value} and {@code
 * threshold} are in the unit of the kind (steps for {@code length}, failed calls for {@code outage}). Times
 * but {@code startedAt} are arrival. An outage is no turn's: its subject is a tool or an MCP server, {@code
 * startedAt} the arrival of its first failure, and what is of a turn is null.
 */
public record Alert(
    String alertId,
    Kind kind,
    int level,
    State state,
    long value,
    long threshold,
    String turnId,
    String sessionId,
    String patternSoFar,
    String project,
    String host,
    String user,
    Instant startedAt,
    Instant raisedAt) {

  /** What is wrong. */
  public enum Kind {
    LENGTH,
    OUTAGE;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether it still is. */
  public enum State {
    RAISED,
    CLEARED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
