package footfall.tail;

import java.nio.file.Path;
import java.util.Set;

/**
 * Where a scan began. {@code starts}: what was to be scanned, whether it exists or not, and the targets of links there.
 * {@code above}: the nearest existing folders above. {@code homes}: agents' homes; the files directly in them are
 * no transcripts.
 */
public record Places(Set<Path> starts, Set<Path> above, Set<Path> homes) {
    static final Places NONE = new Places(Set.of(), Set.of(), Set.of());

    public Places {
        starts = Set.copyOf(starts);
        above = Set.copyOf(above);
        homes = Set.copyOf(homes);
    }

    /** Whether a path is one of the starts, or above one. */
    boolean leadsTo(Path path) {
        return starts.stream().anyMatch(start -> start.startsWith(path));
    }
}
