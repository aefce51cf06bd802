package footfall.pattern;

import footfall.turn.Contribution;
import java.time.Instant;
import java.util.Objects;

/**
 * One turn as tallies see it: its id, its session, and what it gives. Copies give nothing, so they make no
 * walk.
 */
public record TalliedTurn(String turnId, String sessionId, Contribution given) {
  public TalliedTurn {
    Objects.requireNonNull(turnId, "turnId is null");
    Objects.requireNonNull(sessionId, "sessionId is null");
    Objects.requireNonNull(given, "given is null");
  }

  /** Null for a turn without any time: it is in no day's tally. */
  public Instant startedAt() {
    return given.startedAt();
  }

  /**
   * Whether the turn counts in tallies that begin at {@code notBefore}; null: in tallies without a
   * beginning.
   */
  public boolean isSince(Instant notBefore) {
    return startedAt() != null && (notBefore == null || !startedAt().isBefore(notBefore));
  }
}
