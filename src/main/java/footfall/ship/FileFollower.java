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
 * Ships what is appended to transcripts, until it is stopped. The files that changed are read. All homes are
 * scanned if a transcript or a folder may be new or gone, and from time to time because a change may have been
 * missed. A scan takes longer the more files there are, so there are pauses between scans; lines of known files
 * do not wait for these pauses. Not thread-safe.
 */
final class FileFollower {
    /** Changes within this time after a round are handled in one round. */
    private static final long PAUSE_MS = 100;

    private static final long SCAN_PAUSE_MS_MAX = 1_000;
    private static final long PAUSES_A_SCAN = 10;

    /** If no change is missed, scans take a thousandth of the time, up to this many times {@code rescan_interval}. */
    private static final long SURE_PAUSES_A_SCAN = 1_000;

    private static final long SURE_RESCAN_FACTOR = 10;
    private static final long SETTLE_MS = 50;

    /**
     * What is written into a database is only visible some time after the change of its log was announced, and that is
     * not announced: a database is read again so long after a change, then after four times as long, up to the maximum.
     */
    private static final long AGAIN_MS = 100;

    private static final long AGAIN_FACTOR = 4;
    private static final long AGAIN_MS_MAX = 2_000;

    private final Shipping shipping;
    private final WaitingAgents waiting;
    private final AgentReports reports;
    private final FolderWatch watch;
    private final Clock clock;
    private final long quietMs;
    private final long rescanMsMin;
    private final CountDownLatch stop;
    private final Set<Path> changed = new HashSet<>();
    private final Set<Path> again = new HashSet<>();
    private long againMs;
    private long changedAtMs;
    private boolean isScanDue = true;
    private long scannedAtMs;
    private long scanPauseMs;
    private long rescanMs;

    /** Counting {@code stop} down and closing the watch ends it. */
    FileFollower(
            Shipping shipping,
            FolderWatch watch,
            ShipSettings.ShipperSettings settings,
            CountDownLatch stop,
            AgentReports reports) {
        this.reports = reports;
        this.shipping = shipping;
        this.waiting = new WaitingAgents(shipping);
        this.watch = watch;
        this.clock = shipping.dependencies().clock();
        this.quietMs = settings.shipping().quiet().toMillis();
        this.rescanMsMin = settings.rescan().toMillis();
        this.stop = stop;
    }

    void run() throws InterruptedException {
        long pauseMs = 0;
        while (!stop.await(pauseMs, TimeUnit.MILLISECONDS)) {
            if (pauseMs > 0) {
                takeChanges(Duration.ZERO); // What came during the pause is handled in this round, too.
            }
            shipChanged();
            if (scanLeftMs() == 0) {
                scan();
            }
            waiting.send();
            reports.send(shipping);
            long endMs = clock.millis();
            sleep();
            pauseMs = leftMs(endMs, PAUSE_MS);
        }
    }

    /** The clock may be set back. */
    private long leftMs(long beganMs, long ms) {
        return Math.max(0, ms - Math.abs(clock.millis() - beganMs));
    }

    /** The time until all homes are scanned. */
    private long scanLeftMs() {
        return leftMs(scannedAtMs, isScanDue ? scanPauseMs : Math.max(scanPauseMs, rescanMs));
    }

    /** Incomplete last lines are checked, too: they are sent once they were quiet long enough. */
    private void shipChanged() {
        changed.addAll(shipping.files().halfWaiting());
        if (againLeftMs() == 0) {
            changed.addAll(again);
            againMs *= AGAIN_FACTOR;
        }
        if (againMs > AGAIN_MS_MAX) {
            again.clear();
        }
        if (!changed.isEmpty()) {
            isScanDue |= shipping.round(changed);
            changed.clear();
        }
    }

    /** The time until databases that changed are read again. */
    private long againLeftMs() {
        return again.isEmpty() ? Long.MAX_VALUE : leftMs(changedAtMs, againMs);
    }

    private void scan() {
        long beganMs = clock.millis();
        var folders = new HashSet<>(shipping.round());
        folders.addAll(waiting.scan());
        scannedAtMs = clock.millis();
        long tookMs = Math.abs(scannedAtMs - beganMs);
        scanPauseMs = Math.min(SCAN_PAUSE_MS_MAX, tookMs * PAUSES_A_SCAN);
        // Changes may have occurred before a new folder was watched.
        isScanDue = watch.watch(folders);
        rescanMs = watch.isSure(folders)
                ? Math.min(Math.max(rescanMsMin, tookMs * SURE_PAUSES_A_SCAN), rescanMsMin * SURE_RESCAN_FACTOR)
                : rescanMsMin;
    }

    /** Waits, and sends files again meanwhile, until something else is to be read. */
    private void sleep() throws InterruptedException {
        long beganMs = clock.millis();
        shipping.dependencies().outlet().hurry();
        for (long leftMs = readLeftMs(beganMs); leftMs > 0 && stop.getCount() > 0; leftMs = readLeftMs(beganMs)) {
            shipping.settle();
            boolean isMore = shipping.sendNextAgain();
            if (!isMore) {
                shipping.dependencies().outlet().hurry();
            }
            long ms = isMore ? 0 : shipping.isUnsettled() ? Math.min(SETTLE_MS, leftMs) : leftMs;
            if (takeChanges(Duration.ofMillis(ms))) {
                return;
            }
        }
    }

    private long readLeftMs(long beganMs) {
        long leftMs = Math.max(
                0, Math.min(Math.min(againLeftMs(), scanLeftMs()), Math.min(waiting.leftMs(), reports.leftMs())));
        return shipping.files().isHalfWaiting() ? Math.min(leftMs(beganMs, quietMs), leftMs) : leftMs;
    }

    /** Notes what changes within this time; returns whether anything did. */
    private boolean takeChanges(Duration within) throws InterruptedException {
        var changes = watch.await(within);
        changed.addAll(changes.paths());
        waiting.take(changed);
        var ofDatabases = shipping.ofDatabases(changes.paths());
        if (!ofDatabases.isEmpty()) {
            again.addAll(ofDatabases);
            againMs = AGAIN_MS;
            changedAtMs = clock.millis();
        }
        isScanDue |= changes.isScanNeeded();
        return !changes.isNone();
    }
}
