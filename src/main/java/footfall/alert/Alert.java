package footfall.alert;

import footfall.turn.Origin;
import java.time.Instant;
import java.util.Locale;

/**
 * A row of the topic {@code alerts}. {@code alertId} is {@code subject:kind:level}; {@code value} and {@code
 * threshold} are in the unit of the kind. Times but {@code startedAt} are arrival. An outage is no turn's:
 * its subject is a tool or an MCP server, {@code startedAt} the arrival of its first failure, and what is of
 * a turn is null.
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
    Origin origin,
    Instant startedAt,
    Instant raisedAt) {

  /** What is wrong. */
  public enum Kind {
    /** Too many steps. */
    LENGTH,
    /** Open for too long; in milliseconds. */
    DURATION,
    /** Failed calls in a row. */
    ERROR_STREAK,
    /** The same calls again and again; counts how often in a row. */
    REPEAT_LOOP,
    /** Failed calls of one tool or MCP server, over all sessions. */
    OUTAGE;

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
