package footfall.tail;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits for changes in folders. It may miss changes: on some file systems, and in a folder that cannot be watched
 * because the system's limit of watches is reached. Not thread-safe, except for {@link #close}.
 */
public final class FolderWatch implements AutoCloseable {
    private final WatchService service;
    private final Map<Path, Watched> watched = new HashMap<>();

    /** {@code isSure}: no change in the folder is missed. */
    private record Watched(WatchKey key, boolean isSure) {}

    /**
     * {@code paths}: what was created, modified or deleted, below the folders as they were watched. {@code
     * isScanNeeded}: a watched folder is gone or another one, or anything in it may have changed.
     */
    public record Changes(Set<Path> paths, boolean isScanNeeded) {
        public static final Changes NONE = new Changes(Set.of(), false);

        public Changes {
            paths = Set.copyOf(paths);
        }

        public boolean isNone() {
            return equals(NONE);
        }
    }

    public FolderWatch() throws IOException {
        this.service = FileSystems.getDefault().newWatchService();
    }

    /** Starts to watch folders; returns whether any was not watched before. */
    public boolean watch(Set<Path> folders) {
        var types = new FileSystemTypes();
        return folders.stream().filter(folder -> isNew(folder, types)).count() > 0;
    }

    private boolean isNew(Path folder, FileSystemTypes types) {
        if (watched.containsKey(folder)) {
            return false;
        }
        try {
            var key = folder.register(
                    service,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            if (!key.watchable().equals(folder)) { // Already watched by another name, perhaps its former one.
                return false;
            }
            watched.put(folder, new Watched(key, types.announcesAll(folder)));
            return true;
        } catch (IOException | ClosedWatchServiceException unwatched) {
            return false;
        }
    }

    /** Whether no change in any of these folders is missed, except by another name of the same file. */
    public boolean isSure(Set<Path> folders) {
        return folders.stream()
                .allMatch(folder ->
                        watched.containsKey(folder) && watched.get(folder).isSure());
    }

    /** The changes since the last call. Waits for one until the timeout. Also returns when this is closed. */
    public Changes await(Duration max) throws InterruptedException {
        var paths = new HashSet<Path>();
        var replaced = new HashSet<Path>();
        try {
            var key = service.poll(Math.max(1, max.toMillis()), TimeUnit.MILLISECONDS);
            for (; key != null; key = service.poll()) {
                take(key, paths, replaced);
            }
        } catch (ClosedWatchServiceException closed) {
            return Changes.NONE;
        }
        forget(replaced);
        return new Changes(paths, !replaced.isEmpty());
    }

    /** {@code replaced}: receives watched folders that are gone, or of which changes were missed. */
    private void take(WatchKey key, Set<Path> paths, Set<Path> replaced) {
        var folder = (Path) key.watchable();
        for (var event : key.pollEvents()) {
            var path = event.context() instanceof Path name ? folder.resolve(name) : null;
            if (path == null) { // Too many changes: folders in it may have been replaced.
                replaced.add(folder);
                continue;
            }
            paths.add(path);
            if (event.kind() != StandardWatchEventKinds.ENTRY_MODIFY && watched.containsKey(path)) {
                replaced.add(path);
            }
        }
        if (!key.reset()) {
            replaced.add(folder);
        }
    }

    /** Stops watching folders, and those below: a folder that was renamed would be announced by its former path. */
    private void forget(Set<Path> folders) {
        if (!folders.isEmpty()) {
            watched.entrySet().removeIf(one -> {
                boolean isForgotten = isBelow(one.getKey(), folders);
                if (isForgotten) {
                    one.getValue().key().cancel();
                }
                return isForgotten;
            });
        }
    }

    private static boolean isBelow(Path path, Set<Path> folders) {
        for (var at = path; at != null; at = at.getParent()) {
            if (folders.contains(at)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }

    /**
     * Knows the file systems of which the operating system announces every change: Linux's, on a disk or in memory of
     * this machine. On a network drive, changes by other machines are not announced. Not thread-safe.
     */
    static final class FileSystemTypes {
        private static final Set<String> ANNOUNCED =
                Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "tmpfs");

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
}
