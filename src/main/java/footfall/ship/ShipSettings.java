package footfall.ship;

import footfall.redact.RedactRules;
import footfall.tail.ExcludedProjects;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * {@code quiet}: how long a whole last line without its newline must not have grown. {@code checkpointEvery}:
 * the least time between two checkpoints while lines move; large ones are further apart, by 10 s at most.
 * {@code excluded}: projects of which nothing is read or sent.
 */
public record ShipSettings(
        List<Path> homes,
        RedactRules redact,
        int lineBytesMax,
        Duration quiet,
        Duration checkpointEvery,
        ExcludedProjects excluded) {
    public static final Duration QUIET = Duration.ofSeconds(2);
    public static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(1);

    public ShipSettings {
        homes = List.copyOf(homes);
    }

    /** Without excluded projects. */
    public ShipSettings(
            List<Path> homes, RedactRules redact, int lineBytesMax, Duration quiet, Duration checkpointEvery) {
        this(homes, redact, lineBytesMax, quiet, checkpointEvery, ExcludedProjects.NONE);
    }

    public ShipSettings excluding(ExcludedProjects projects) {
        return new ShipSettings(homes, redact, lineBytesMax, quiet, checkpointEvery, projects);
    }

    public static ShipSettings of(List<Path> homes, RedactRules redact, int lineBytesMax) {
        return new ShipSettings(homes, redact, lineBytesMax, QUIET, CHECKPOINT_EVERY);
    }
}
