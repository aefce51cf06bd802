package footfall.tail;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Finds transcript files that are there now, as {@link Scan} knows them. */
public final class Transcripts {
  private static final Disk DISK = new LocalDisk();

  private Transcripts() {}

  /** The files found, and the folders and files that could not be looked at. */
  public record Found(List<Path> files, List<Path> unreadable) {
    public Found {
      files = List.copyOf(files);
      unreadable = List.copyOf(unreadable);
    }
  }

  /**
   * The transcripts of a home, else every transcript below a folder, else the file itself.
   *
   * @throws NoSuchFileException when there is nothing at the path
   */
  public static Found below(Path path) throws IOException {
    var found = Scan.at(DISK, path);
    return new Found(found.files().stream().map(Disk.Entry::path).toList(), found.unreadable());
  }
}
