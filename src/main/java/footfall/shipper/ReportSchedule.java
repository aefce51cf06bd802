package footfall.shipper;

import java.time.Duration;
import java.time.Instant;

/**
 * When a shipper reports: at its start, some time after a change, and regularly without one. Thread-safe, because it
 * learns of failures from another thread.
 */
public final class ReportSchedule {
    /** The longest time between two reports. */
    public static final Duration INTERVAL = Duration.ofMinutes(5);

    private static final Duration CHANGED = Duration.ofSeconds(30);
    private static final Duration FAILED = Duration.ofMinutes(1);

    private ShipperState last;
    private Instant triedAt;

    /** After a clock was set back, a report is due. */
    public synchronized boolean isDue(ShipperState now) {
        if (triedAt == null || now.at().isBefore(triedAt)) {
            return true;
        }
        var passed = Duration.between(triedAt, now.at());
        if (last == null) {
            return passed.compareTo(FAILED) >= 0;
        }
        return passed.compareTo(INTERVAL) >= 0 || passed.compareTo(CHANGED) >= 0 && !now.saysTheSame(last);
    }

    /** A report is sent. */
    public synchronized void reported(ShipperState report) {
        last = report;
        triedAt = report.at();
    }

    /** The last report did not arrive. */
    public synchronized void failed() {
        last = null;
    }
}
