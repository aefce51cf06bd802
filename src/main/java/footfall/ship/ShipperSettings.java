package footfall.ship;

import footfall.redact.Identity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * {@code folder}: the shipper's own, for checkpoint and lock. {@code client}: producer properties by their
 * own names. {@code rescan}: how often all homes are looked through, whatever was heard of them. {@code
 * isOnce}: it ends when what is there is acknowledged, and fails where it would wait for a broker.
 */
public record ShipperSettings(
        ShipSettings shipping,
        Path folder,
        Map<String, String> client,
        String prefix,
        Identity identity,
        Duration rescan,
        boolean isOnce) {
    public static final Duration RESCAN = Duration.ofSeconds(30);

    public ShipperSettings {
        client = Map.copyOf(client);
    }
}
