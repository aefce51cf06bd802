package footfall.ship;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Lines that were sent and not acknowledged, and since when there has been no acknowledgement. Thread-safe.
 */
final class InFlight {
  private final Clock clock;
  private long open;
  private Instant waitsSince;
  private Instant lastAckAt;

  InFlight(Clock clock) {
    this.clock = clock;
  }

  /** For whoever never asks since when. */
  static InFlight unwatched() {
    return new InFlight(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  }

  synchronized void handedOver() {
    waitsSince = open == 0 ? clock.instant() : waitsSince;
    open++;
  }

  synchronized void acknowledged() {
    open--;
    lastAckAt = clock.instant();
    waitsSince = open == 0 ? null : lastAckAt;
  }

  /** The broker rejected it. */
  synchronized void refused() {
    open--;
    waitsSince = open == 0 ? null : clock.instant();
  }

  /** Nothing of it is pending any more. */
  synchronized void givenUp() {
    open = 0;
    waitsSince = null;
  }

  synchronized Instant lastAckAt() {
    return lastAckAt;
  }

  /** How long lines have waited without any acknowledgement; zero when none wait. */
  synchronized Duration silence() {
    return waitsSince == null ? Duration.ZERO : Duration.between(waitsSince, clock.instant());
  }
}
