package footfall.ship;

import footfall.redact.RedactRules;
import footfall.tail.ExcludedProjects;
import footfall.wire.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

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
}
