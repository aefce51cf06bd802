package footfall.ship;

import footfall.tail.FolderWatch;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ships what is appended to transcripts, until it is stopped. The files that were modified are read. If
 * something else changed, all homes are scanned, with pauses, because that takes longer the more files there
 * are; lines of known files do not wait for these pauses. Not thread-safe.
 */
final class Following {
    /** Changes within this time after a round are handled in one round. */
    private static final long PAUSE_MS = 100;

    private static final long SCAN_PAUSE_MS_MAX = 1_000;
    private static final long PAUSES_A_SCAN = 10;
    private static final long SETTLE_MS = 50;
    /** An announcement may be later than the scan that finds the change. */
    private static final Duration ANNOUNCED_WITHIN = Duration.ofMillis(100);

    private final Shipping shipping;
    private final FolderWatch watch;
    private final Clock clock;
    private final long quietMs;
    private final RescanSchedule rescans;
    private final CountDownLatch stop;
    private final Set<Path> modified = new HashSet<>();
    private boolean isScanAsked = true;
    private long scannedAtMs;
    private long scanPauseMs;

    /** Counting {@code stop} down and closing the watch ends it. */
    Following(Shipping shipping, FolderWatch watch, ShipperSettings settings, CountDownLatch stop) {
        this.shipping = shipping;
        this.watch = watch;
        this.clock = shipping.dependencies().clock();
        this.quietMs = settings.shipping().quiet().toMillis();
        this.rescans = new RescanSchedule(settings.rescan(), clock);
        this.stop = stop;
    }

    void run() throws InterruptedException {
        long pauseMs = 0;
        while (!stop.await(pauseMs, TimeUnit.MILLISECONDS)) {
            boolean isTimeout = modified.isEmpty() && !isScanAsked;
            shipModified();
            if (isScanAsked) {
                scanAfterPause();
            } else if (isTimeout || rescans.leftMs() == 0) {
                rescan();
            }
            long endMs = clock.millis();
            sleep();
            pauseMs = leftMs(endMs, PAUSE_MS);
        }
    }

    /** The clock may be set back. */
    private long leftMs(long beganMs, long ms) {
        return Math.max(0, ms - Math.abs(clock.millis() - beganMs));
    }

    private void shipModified() {
        if (!modified.isEmpty()) {
            isScanAsked |= !shipping.round(modified);
            modified.clear();
        }
    }

    private void scanAfterPause() {
        if (leftMs(scannedAtMs, scanPauseMs) == 0) {
            isScanAsked = false;
            scan();
            rescans.scanned();
        }
    }

    /** Nothing was announced, or not for a long time. */
    private void rescan() throws InterruptedException {
        boolean isProof = rescans.leftMs() == 0 && !shipping.files().isHalfWaiting();
        long before = shipping.files().readCount();
        boolean isWatched = scan();
        if (isProof) {
            boolean isMissed = shipping.files().readCount() > before && !isChanged(ANNOUNCED_WITHIN);
            boolean isReadable = shipping.progress().unreadable().isEmpty();
            rescans.rescanned(isMissed, isWatched && isReadable);
        } else { // An incomplete last line was quiet long enough.
            rescans.scanned();
        }
    }

    /** Returns whether the file system announces the changes in all homes. */
    private boolean scan() {
        long beganMs = clock.millis();
        var folders = shipping.round();
        scannedAtMs = clock.millis();
        scanPauseMs = Math.min(SCAN_PAUSE_MS_MAX, Math.abs(scannedAtMs - beganMs) * PAUSES_A_SCAN);
        // Changes may have occurred before a new folder was watched.
        isScanAsked |= folders.stream().filter(watch::watch).count() > 0;
        return watch.isWatched(folders);
    }

    /** Waits until something is to be read. */
    private void sleep() throws InterruptedException {
        long leftMs = longestMs();
        while (leftMs > 0 && stop.getCount() > 0) {
            shipping.settle();
            long ms = shipping.isUnsettled() ? Math.min(SETTLE_MS, leftMs) : leftMs;
            if (isChanged(Duration.ofMillis(ms))) {
                return;
            }
            leftMs -= ms;
        }
    }

    private long longestMs() {
        if (isScanAsked) {
            return leftMs(scannedAtMs, scanPauseMs);
        }
        long rescanMs = rescans.leftMs();
        return shipping.files().isHalfWaiting() ? Math.min(quietMs, rescanMs) : rescanMs;
    }

    private boolean isChanged(Duration within) throws InterruptedException {
        var changes = watch.await(within);
        modified.addAll(changes.modified());
        isScanAsked |= changes.isMore();
        return !changes.isNone();
    }
}
