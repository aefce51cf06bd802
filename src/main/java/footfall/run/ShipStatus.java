package footfall.run;

import java.time.Instant;
import java.util.Map;

/**
 * The status that a shipper last wrote into its folder. Counts are since {@code startedAt}. {@code
 * bytesBehind}: not acknowledged yet, of {@code filesBehind} files. {@code lastAckAt} is null before the
 * first ack; {@code waitsFor}: why nothing is sent, null while the broker is reachable; {@code unkept}: why
 * the checkpoint could not be written. {@code filesOutdated}: files that are to be sent again, because an older
 * version of their reader read them. {@code running}: whether a shipper held the lock when this was read.
 */
public record ShipStatus(
        boolean running,
        long pid,
        Instant startedAt,
        Instant updatedAt,
        String cluster,
        int files,
        int filesBehind,
        int filesOutdated,
        long bytesBehind,
        long lines,
        Map<String, Long> rejected,
        int unreadable,
        Instant lastAckAt,
        String waitsFor,
        String unkept) {
    public ShipStatus {
        rejected = Map.copyOf(rejected);
    }

    ShipStatus running(boolean isRunning) {
        return new ShipStatus(
                isRunning,
                pid,
                startedAt,
                updatedAt,
                cluster,
                files,
                filesBehind,
                filesOutdated,
                bytesBehind,
                lines,
                rejected,
                unreadable,
                lastAckAt,
                waitsFor,
                unkept);
    }
}
