package footfall.view;

import java.time.Duration;
import java.util.Map;

/**
 * The state of a shipper in numbers, for metrics. {@code filesBehind} and {@code bytesBehind} are not
 * acknowledged yet; {@code lines} and {@code rejected}, by reason, count since the start. {@code checkpointAge}
 * is that of this part before its first checkpoint. {@code isWaiting}: the broker is unreachable.
 */
public record ShipperCounts(
        int files,
        int filesBehind,
        long bytesBehind,
        int unreadable,
        long lines,
        Map<String, Long> rejected,
        Duration checkpointAge,
        boolean isWaiting) {
    public static final ShipperCounts NONE = new ShipperCounts(0, 0, 0, 0, 0, Map.of(), Duration.ZERO, false);

    public ShipperCounts {
        rejected = Map.copyOf(rejected);
    }
}
