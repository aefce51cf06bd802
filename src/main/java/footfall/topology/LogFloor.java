package footfall.topology;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The time before which a partition of the turn log has no record of a kind, in milliseconds; 0 until the first expiry.
 * Written by the partition's task, read by all threads.
 */
final class LogFloor {
    private final AtomicLongArray floors = new AtomicLongArray(LogKind.values().length);

    long of(LogKind kind) {
        return floors.get(kind.ordinal());
    }

    /** A record with this time will be stored. */
    void lower(LogKind kind, long at) {
        floors.accumulateAndGet(kind.ordinal(), at, Math::min);
    }

    /** No record is left before this time. */
    void raise(LogKind kind, long at) {
        floors.accumulateAndGet(kind.ordinal(), at, Math::max);
    }
}
