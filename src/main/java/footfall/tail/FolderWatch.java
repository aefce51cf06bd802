package footfall.tail;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
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
    private final Map<Path, WatchKey> watched = new HashMap<>();
    private final Set<Path> sure = new HashSet<>();
    private final FileSystemTypes types = new FileSystemTypes();

    /**
     * {@code paths}: what was created, modified or deleted, below the folders as they were watched. {@code isMore}: a
     * watched folder is gone, or anything may have changed.
     */
    public record Changes(Set<Path> paths, boolean isMore) {
        public static final Changes NONE = new Changes(Set.of(), false);

        public boolean isNone() {
            return equals(NONE);
        }
    }

    public FolderWatch() throws IOException {
        this.service = FileSystems.getDefault().newWatchService();
    }

    /** Starts to watch a folder; false if it is already watched or cannot be watched. */
    public boolean watch(Path folder) {
        if (watched.containsKey(folder)) {
            return false;
        }
        try {
            watched.put(
                    folder,
                    folder.register(
                            service,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE));
            if (types.announcesAll(folder)) {
                sure.add(folder);
            }
            return true;
        } catch (IOException | ClosedWatchServiceException unwatched) {
            return false;
        }
    }

    /** Whether no change in any of these folders is missed, except by another name of the same file. */
    public boolean isSure(Set<Path> folders) {
        return sure.containsAll(folders);
    }

    /** The changes since the last call. Waits for one until the timeout. Also returns when this is closed. */
    public Changes await(Duration max) throws InterruptedException {
        var paths = new HashSet<Path>();
        boolean isMore = false;
        try {
            var key = service.poll(Math.max(1, max.toMillis()), TimeUnit.MILLISECONDS);
            for (; key != null; key = service.poll()) {
                var folder = (Path) key.watchable();
                for (var event : key.pollEvents()) {
                    if (event.context() instanceof Path name) {
                        var path = folder.resolve(name);
                        paths.add(path);
                        isMore |= event.kind() == StandardWatchEventKinds.ENTRY_DELETE && forget(path);
                    } else {
                        isMore = true;
                    }
                }
                if (!key.reset()) {
                    if (watched.remove(folder, key)) {
                        sure.remove(folder);
                    }
                    isMore = true;
                }
            }
        } catch (ClosedWatchServiceException closed) {
            return Changes.NONE;
        }
        return new Changes(paths, isMore);
    }

    /** False if it was not watched. A folder that was renamed would be announced by its old path. */
    private boolean forget(Path path) {
        if (!watched.containsKey(path)) {
            return false;
        }
        sure.removeIf(folder -> folder.startsWith(path));
        return watched.entrySet().removeIf(folder -> {
            boolean isGone = folder.getKey().startsWith(path);
            if (isGone) {
                folder.getValue().cancel();
            }
            return isGone;
        });
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
