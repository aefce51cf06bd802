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
 * Waits for something to happen in folders. It may miss what happens: a slow rescan finds that. A folder that
 * cannot be watched (the system's limit of watches) is left to the rescan too.
 */
public final class FolderWatch implements AutoCloseable {
  private final WatchService service;
  private final Set<Path> watched = new HashSet<>();

  public FolderWatch() throws IOException {
    this.service = FileSystems.getDefault().newWatchService();
  }

  /** Whether it is watched from now on, and was not before. */
  public boolean watch(Path folder) {
    if (watched.add(folder)) {
      try {
        folder.register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY,
            StandardWatchEventKinds.ENTRY_DELETE);
        return true;
      } catch (IOException | ClosedWatchServiceException unwatched) {
        watched.remove(folder);
      }
    }
    return false;
  }

  /** Waits for something to happen, at most so long; whether it did. Also returns when it is closed. */
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
