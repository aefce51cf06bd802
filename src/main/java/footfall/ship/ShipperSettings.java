package footfall.ship;

import footfall.redact.Identity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * {@code folder}: the shipper's own folder, for checkpoint and lock. {@code client}: producer properties in
 * Kafka's names. {@code rescan}: how often all homes are scanned without a notification, unless a {@link FileFollower}
 * need not. {@code isOnce}: ends when all existing lines are acknowledged, and fails if the broker is unreachable.
 */
public record ShipperSettings(
        ShipSettings shipping,
        Path folder,
        Map<String, String> client,
        String prefix,
        Identity identity,
        Duration rescan,
        boolean isOnce) {
    /** The file in the folder that is locked while a shipper runs. */
    public static final String LOCK = "ship.lock";

    public static final Duration RESCAN = Duration.ofSeconds(30);

    public ShipperSettings {
        client = Map.copyOf(client);
    }
}
