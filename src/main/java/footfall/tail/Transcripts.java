package footfall.tail;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Finds transcript files that are there now, as {@link Scan} knows them. */
public final class Transcripts {
  private static final Disk DISK = new LocalDisk();

  private Transcripts() {}

  /**
   * The files found, the folders and files that could not be looked at, the links that were skipped, and what
   * is of an excluded project.
   */
  public record Found(List<Path> files, List<Path> unreadable, List<Path> links, Excluded excluded) {
    /** Why a symbolic link is not read that is in a home or another folder. */
    public static final String SKIPPED_LINK =
        "skipped, because it is a symbolic link; to read it, name its path";

    public Found {
      files = List.copyOf(files);
      unreadable = List.copyOf(unreadable);
      links = List.copyOf(links);
    }
  }

  /**
   * The transcripts of a home, else every transcript below a folder, else the file itself.
   *
   * @throws NoSuchFileException when there is nothing at the path
   */
  public static Found below(Path path, ExcludedProjects excluded) throws IOException {
    var check = new ProjectCheck(excluded, DISK);
    check.ends();
    var found = check.at(path);
    return new Found(found.files().stream().map(Disk.Entry::path).toList(), found.unreadable(), found
        .links(), found.excluded());
  }
}
