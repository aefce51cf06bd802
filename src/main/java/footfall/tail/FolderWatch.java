package footfall.tail;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits for changes in folders. It may miss a change; the periodic rescan finds it. The rescan also covers a
 * folder that cannot be watched because the system's limit of watches is reached.
 */
public final class FolderWatch implements AutoCloseable {
    private final WatchService service;
    private final Set<Path> watched = new HashSet<>();

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

    /** Waits for a change until the timeout; whether there was one. Also returns when this is closed. */
    public boolean await(Duration max) throws InterruptedException {
        try {
            var key = service.poll(Math.max(1, max.toMillis()), TimeUnit.MILLISECONDS);
            boolean isSome = key != null;
            for (; key != null; key = service.poll()) {
                key.pollEvents();
                if (!key.reset()) {
                    watched.remove(key.watchable());
                }
            }
            return isSome;
        } catch (ClosedWatchServiceException closed) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
