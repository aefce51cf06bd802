package footfall.topology;

import java.time.Duration;

/**
 * How long a stream thread waits for records. Kafka Streams waits {@code poll.ms} and then checks its
 * punctuations. That is short, because one may be due, and a thread at rest spends most of its time on such
 * checks. A record ends a wait of any length. No upstream issue found.
 */
final class PollWait {
    /** The maximum delay of a punctuation while nothing happens. */
    static final Duration AT_REST = Duration.ofMillis(250);

    /** All that was processed has been committed by then. */
    static final Duration REST_AFTER = Duration.ofSeconds(1);

    private long busyAt;

    PollWait(long now) {
        busyAt = now;
    }

    /** A record came, or a punctuation is due soon; in nanoseconds, as all times here. */
    void busy(long now) {
        busyAt = now;
    }

    /** Zero is not a wait: Kafka Streams has something else to do. */
    Duration of(Duration asked, long now) {
        boolean isAtRest = now - busyAt >= REST_AFTER.toNanos();
        return isAtRest && !asked.isZero() && asked.compareTo(AT_REST) < 0 ? AT_REST : asked;
    }
}
