package footfall.ship;

import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.tail.ExcludedProjects;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * {@code quiet}: how long a complete last line without a newline must not have grown before it is sent.
 * {@code checkpointEvery}: the least time between two checkpoints; large ones are written less often, at most
 * 10 s apart. {@code excluded}: projects whose transcripts are neither read nor sent. {@code turnsKept}: how long the
 * processor keeps turns; older transcripts are not sent again.
 */
public record ShipSettings(
        List<Path> homes,
        RedactRules redact,
        int lineBytesMax,
        Duration quiet,
        Duration checkpointEvery,
        ExcludedProjects excluded,
        Duration turnsKept) {
    public static final Duration QUIET = Duration.ofSeconds(2);
    public static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(1);

    public ShipSettings {
        homes = List.copyOf(homes);
    }

    /** Without excluded projects, to the processor of a team. */
    public ShipSettings(
            List<Path> homes, RedactRules redact, int lineBytesMax, Duration quiet, Duration checkpointEvery) {
        this(homes, redact, lineBytesMax, quiet, checkpointEvery, ExcludedProjects.NONE, Channels.TURNS.retention());
    }

    public ShipSettings excluding(ExcludedProjects projects) {
        return new ShipSettings(homes, redact, lineBytesMax, quiet, checkpointEvery, projects, turnsKept);
    }

    public ShipSettings keepingTurns(Duration kept) {
        return new ShipSettings(homes, redact, lineBytesMax, quiet, checkpointEvery, excluded, kept);
    }

    public static ShipSettings of(List<Path> homes, RedactRules redact, int lineBytesMax) {
        return new ShipSettings(homes, redact, lineBytesMax, QUIET, CHECKPOINT_EVERY);
    }

    /**
     * {@code folder}: the shipper's own folder, for checkpoint and lock. {@code client}: producer properties in
     * Kafka's names. {@code rescan}: how often all homes are scanned without a notification, unless a {@link
     * FileFollower} need not. {@code isOnce}: ends when all existing lines are acknowledged, and fails if the broker is
     * unreachable.
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
}
