package footfall.ship;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lines of one file that were sent together. When they and all previous batches are acknowledged, the file is
 * shipped up to {@link #after}.
 */
final class InFlightBatch {
    /** One for the sender until the batch ends, and one for each unacknowledged record. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final ShipCount count = new ShipCount();
    private CheckpointEntry after;

    Runnable record() {
        open.incrementAndGet();
        return open::decrementAndGet;
    }

    void ends(CheckpointEntry entry) {
        after = entry;
        open.decrementAndGet();
    }

    ShipCount count() {
        return count;
    }

    boolean isAcknowledged() {
        return open.get() == 0;
    }

    CheckpointEntry after() {
        return after;
    }
}
