package footfall.ship;

import java.time.Clock;
import java.time.Duration;

/**
 * When all homes are scanned although no change was announced. While the file system announces every change,
 * the interval doubles up to a limit, since a scan of many files costs more than everything else at rest.
 * After the first change that was not announced, it keeps its length. Not thread-safe.
 */
final class RescanSchedule {
    static final int TIMES_MAX = 4;

    private final Duration interval;
    private final Clock clock;
    private int times = 1;
    private boolean isTrusted = true;
    private long scannedAtMs;

    RescanSchedule(Duration interval, Clock clock) {
        this.interval = interval;
        this.clock = clock;
        scanned();
    }

    /** All homes were scanned, because of a change. */
    void scanned() {
        scannedAtMs = clock.millis();
    }

    /**
     * All homes were scanned because it was due. {@code isMissed}: a change was found that was not announced.
     * {@code isComplete}: every folder is watched, and everything can be read.
     */
    void rescanned(boolean isMissed, boolean isComplete) {
        scanned();
        isTrusted &= !isMissed;
        times = isTrusted && isComplete ? Math.min(TIMES_MAX, 2 * times) : 1;
    }

    /** The time until the next rescan, at least 0. The clock may be set back. */
    long leftMs() {
        return Math.max(0, times * interval.toMillis() - Math.abs(clock.millis() - scannedAtMs));
    }
}
