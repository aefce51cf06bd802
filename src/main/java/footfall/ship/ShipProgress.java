package footfall.ship;

import footfall.tail.Excluded;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * How far shipping is. {@code bytesBehind}: of all files together, what no broker acknowledged yet. {@code
 * lines}: acknowledged since the start; {@code rejected}: by reason, since the start. {@code unreadable}: by
 * path, why it could not be read in the last round; {@code unkept}: why the checkpoint could not be written,
 * else null. {@code lastAckAt} is null before the first. {@code brokerAway}: what is waited for, null while
 * the broker takes lines. {@code excluded}: what was not read in the last round, as its project is excluded.
 */
public record ShipProgress(
        int files,
        long bytesBehind,
        long lines,
        Map<String, Long> rejected,
        Map<Path, String> unreadable,
        String unkept,
        Instant lastAckAt,
        String brokerAway,
        Excluded excluded) {
    public static final ShipProgress NONE =
            new ShipProgress(0, 0, 0, Map.of(), Map.of(), null, null, null, Excluded.NONE);

    public ShipProgress {
        rejected = Map.copyOf(rejected);
        unreadable = Map.copyOf(unreadable);
    }

    /** Whether there are files and nothing in them is behind: each line has been looked at. */
    public boolean hasReadAll() {
        return files > 0 && bytesBehind == 0;
    }

    public long rejectedLines() {
        return rejected.values().stream().mapToLong(Long::longValue).sum();
    }

    ShipProgress with(Instant lastAck, String away) {
        return new ShipProgress(files, bytesBehind, lines, rejected, unreadable, unkept, lastAck, away, excluded);
    }
}
