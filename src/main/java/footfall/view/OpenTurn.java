package footfall.view;

import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A turn that has begun and has more to say. {@code pattern} is that of its steps so far, {@code lastTools}
 * the tools of the latest of them, {@code failures} those with outcome {@code error}, {@code alertLevel} the
 * highest alert that stands for it, 0 for none. {@code lastArrival} is the ingestion time of the last line of
 * its trail; every other time is what lines say. {@code costUsd} is null when a model has no price. Absent
 * components are null.
 */
public record OpenTurn(
    String turnId,
    String sessionId,
    String agentId,
    boolean isCopy,
    State state,
    int length,
    boolean isLong,
    String pattern,
    List<String> lastTools,
    int failures,
    int alertLevel,
    Instant startedAt,
    Instant lastLineAt,
    Instant lastArrival,
    Tokens tokens,
    BigDecimal costUsd,
    String project,
    String host,
    String user) {
  public static final int LAST_TOOLS_MAX = 12;

  public OpenTurn {
    lastTools = List.copyOf(lastTools);
  }

  /** {@code ENDING}: a Stop hook or the model has said that it is over; without more lines it is. */
  public enum State {
    OPEN,
    ENDING;

    @Override
    public String toString() {
      return word();
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
