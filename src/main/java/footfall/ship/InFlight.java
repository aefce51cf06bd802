package footfall.ship;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Counts the lines that were sent but not acknowledged, and measures the time since the last acknowledgement.
 * Thread-safe.
 */
final class InFlight {
    private final Clock clock;
    private long open;
    private Instant waitsSince;
    private Instant lastAckAt;

    InFlight(Clock clock) {
        this.clock = clock;
    }

    /** For a caller that does not use the time. */
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

    /** The broker rejected a line. */
    synchronized void refused() {
        open--;
        waitsSince = open == 0 ? null : clock.instant();
    }

    /** All pending lines were abandoned. */
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
