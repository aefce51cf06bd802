package footfall.ship;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/** What is handed to the broker and not acknowledged, and since when nothing came back. For any thread. */
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

  /** The broker answered that it will not have it. */
  synchronized void refused() {
    open--;
    waitsSince = open == 0 ? null : clock.instant();
  }

  /** Nothing of it is waited for any more. */
  synchronized void givenUp() {
    open = 0;
    waitsSince = null;
  }

  synchronized Instant lastAckAt() {
    return lastAckAt;
  }

  /** How long something waits while nothing at all was acknowledged; zero when nothing waits. */
  synchronized Duration silence() {
    return waitsSince == null ? Duration.ZERO : Duration.between(waitsSince, clock.instant());
  }
}
