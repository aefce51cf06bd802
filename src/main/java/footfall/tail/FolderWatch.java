package footfall.tail;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits for changes in folders. It may miss a change; the periodic rescan finds it. The rescan also covers a
 * folder that cannot be watched because the system's limit of watches is reached. Not thread-safe, except for
 * {@link #close}.
 */
public final class FolderWatch implements AutoCloseable {
    private final WatchService service;
    private final Set<Path> watched = new HashSet<>();

    /**
     * {@code modified}: files whose contents changed, at paths below the folders as they were watched. {@code
     * isMore}: files or folders were created or deleted, or anything may have changed.
     */
    public record Changes(Set<Path> modified, boolean isMore) {
        public static final Changes NONE = new Changes(Set.of(), false);
        public static final Changes ANY = new Changes(Set.of(), true);

        public boolean isNone() {
            return equals(NONE);
        }
    }

    public FolderWatch() throws IOException {
        this.service = FileSystems.getDefault().newWatchService();
    }

    /** Starts to watch a folder; false if it is already watched or cannot be watched. */
    public boolean watch(Path folder) {
        if (watched.add(folder)) {
            try {
                folder.register(
                        service,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
                return true;
            } catch (IOException | ClosedWatchServiceException unwatched) {
                watched.remove(folder);
            }
        }
        return false;
    }

    /** Whether changes in all these folders are announced. */
    public boolean isWatched(Collection<Path> folders) {
        return watched.containsAll(folders);
    }

    /** The changes since the last call. Waits for one until the timeout. Also returns when this is closed. */
    public Changes await(Duration max) throws InterruptedException {
        var modified = new HashSet<Path>();
        boolean isMore = false;
        try {
            var key = service.poll(Math.max(1, max.toMillis()), TimeUnit.MILLISECONDS);
            for (; key != null; key = service.poll()) {
                var folder = (Path) key.watchable();
                for (var event : key.pollEvents()) {
                    // A change of the folder itself has no context.
                    if (event.kind() == StandardWatchEventKinds.ENTRY_MODIFY && event.context() instanceof Path name) {
                        modified.add(folder.resolve(name));
                    } else {
                        isMore = true;
                    }
                }
                if (!key.reset()) {
                    watched.remove(folder);
                    isMore = true;
                }
            }
        } catch (ClosedWatchServiceException closed) {
            return Changes.NONE;
        }
        return new Changes(modified, isMore);
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
