package footfall.tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Knows the file systems of which the operating system announces every change: Linux's, on a disk or in memory of this
 * machine. On a network drive, changes by other machines are not announced. Not thread-safe.
 */
final class FileSystemTypes {
    private static final Set<String> ANNOUNCED = Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "tmpfs");

    /** By device: finding the type reads the list of mounts. */
    private final Map<Object, Boolean> known = new HashMap<>();

    boolean announcesAll(Path folder) {
        try {
            var device = Files.getAttribute(folder, "unix:dev");
            var before = known.get(device);
            if (before == null) {
                before = ANNOUNCED.contains(Files.getFileStore(folder).type());
                known.put(device, before);
            }
            return before;
        } catch (IOException | UnsupportedOperationException | SecurityException unknown) {
            return false;
        }
    }
}
