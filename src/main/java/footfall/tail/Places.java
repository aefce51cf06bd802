package footfall.tail;

import java.nio.file.Path;
import java.util.Set;

/**
 * Where a scan searched. {@code expected}: what was to be scanned, whether it exists or not, and the targets of links
 * there. {@code ancestors}: the existing folders above. {@code homes}: agents' homes; the files directly in them are no
 * transcripts. {@code databases}: those that contain transcripts.
 */
public record Places(Set<Path> expected, Set<Path> ancestors, Set<Path> homes, Set<Path> databases) {
    static final Places NONE = new Places(Set.of(), Set.of(), Set.of(), Set.of());

    public Places {
        expected = Set.copyOf(expected);
        ancestors = Set.copyOf(ancestors);
        homes = Set.copyOf(homes);
        databases = Set.copyOf(databases);
    }

    /** Whether a path is where something is expected, or above. */
    boolean leadsTo(Path path) {
        return expected.stream().anyMatch(place -> place.startsWith(path));
    }
}
