package footfall.ship;

import footfall.tail.Excluded;
import footfall.tail.Scan;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.InterruptException;

/** What could not be read in the latest round, and why, in words; and what was excluded. For one thread. */
final class UnreadableFiles {
  /** Why a file or folder is left out that this user has no right to. */
  private static final String FORBIDDEN = "cannot be read: permission denied; it will be picked up "
      + "once this user can read it";

  private final Map<Path, String> why = new HashMap<>();
  private Excluded excluded = Excluded.NONE;

  /** A new round begins, which could not look at some folders and skipped some links. */
  void begins(Scan.Found found) {
    why.clear();
    excluded = found.excluded();
    found.unreadable().forEach(folder -> why.put(folder, FORBIDDEN));
    found.links().forEach(link -> why.put(link, Transcripts.Found.SKIPPED_LINK));
  }

  void file(Path path, IOException cause) {
    if (cause instanceof ClosedByInterruptException) { // That is no fault of the file: this is to end.
      throw new InterruptException("while a transcript was read");
    } else if (!(cause instanceof NoSuchFileException)) { // That is no file any more.
      why.put(path, cause instanceof AccessDeniedException ? FORBIDDEN
          : "cannot be read: " + cause.getClass().getSimpleName());
    }
  }

  Excluded excluded() {
    return excluded;
  }

  Map<Path, String> why() {
    return why;
  }
}
