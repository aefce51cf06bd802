package footfall.topology;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * How long a stream thread waits for records. Kafka Streams waits {@code poll.ms} and then checks its
 * punctuations. That is short, because one may be due, and a thread at rest spends most of its time on such
 * checks; it knows here when the next one is due. A record ends a wait of any length. No upstream issue found.
 */
final class PollWait {
    /** The maximum time until a thread at rest notices what neither a record nor a punctuation tells. */
    static final Duration AT_REST = Duration.ofSeconds(1);

    /** All that was processed has been committed by then. */
    static final Duration REST_AFTER = Duration.ofSeconds(1);

    private final Map<Object, Long> due = new IdentityHashMap<>();
    private long busyAt;

    PollWait(long now) {
        busyAt = now;
    }

    /** A record came; in nanoseconds, as all times here. */
    void busy(long now) {
        busyAt = now;
    }

    /** The next punctuation of this one, which replaces that before. */
    void punctuates(Object one, long now, Duration in) {
        due.put(one, now + in.toNanos());
        if (in.compareTo(REST_AFTER) < 0) {
            busy(now);
        }
    }

    boolean isAtRest(long now) {
        return now - busyAt >= REST_AFTER.toNanos();
    }

    /** Zero is not a wait: Kafka Streams has something else to do. */
    Duration of(Duration asked, long now) {
        if (!isAtRest(now) || asked.isZero() || asked.compareTo(AT_REST) >= 0) {
            return asked;
        }
        due.values().removeIf(at -> now - at > REST_AFTER.toNanos()); // Of a task that was closed.
        long next = AT_REST.toNanos();
        for (long at : due.values()) {
            next = Math.min(next, at - now);
        }
        return Duration.ofNanos(Math.max(asked.toNanos(), next));
    }
}
