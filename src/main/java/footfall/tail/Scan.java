package footfall.tail;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for transcripts through a {@link Disk}: in a home (a folder with {@code projects} in it) where agents
 * put them, in any other folder all below it. Links are not followed; a folder that may not be read is named,
 * not fatal; a place that is not there holds nothing yet.
 */
public final class Scan {
  private final Disk disk;
  private final List<Disk.Entry> files = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<Path> unreadable = new ArrayList<>();

  private Scan(Disk disk) {
    this.disk = disk;
  }

  /** The transcripts, the folders they may appear in, and what could not be looked at. */
  public record Found(List<Disk.Entry> files, List<Path> folders, List<Path> unreadable) {}

  public static Found of(Disk disk, List<Path> places) {
    var scan = new Scan(disk);
    places.forEach(place -> scan.place(place.toAbsolutePath().normalize()));
    return new Found(scan.files, scan.folders, scan.unreadable);
  }

  private void place(Path place) {
    try {
      var entry = disk.look(place);
      if (entry.kind() == Disk.Kind.FILE) {
        files.add(entry);
        return;
      }
      var projects = place.resolve("projects");
      boolean isHome = isFolder(projects);
      folders.add(place);
      below(isHome ? projects : place, isHome ? 0 : Integer.MIN_VALUE);
    } catch (NoSuchFileException notYet) {
      // It may appear later.
    } catch (IOException why) {
      unreadable.add(place);
    }
  }

  private boolean isFolder(Path path) throws IOException {
    try {
      return disk.look(path).kind() == Disk.Kind.FOLDER;
    } catch (NoSuchFileException none) {
      return false;
    }
  }

  /** {@code depth}: below {@code projects}; negative where every folder counts. */
  private void below(Path folder, int depth) {
    try {
      for (var entry : disk.list(folder)) {
        if (entry.kind() == Disk.Kind.FOLDER && isEntered(entry.path(), depth)) {
          below(entry.path(), depth + 1);
        } else if (entry.kind() == Disk.Kind.FILE && isTranscript(entry.path(), depth)) {
          files.add(entry);
        }
      }
      folders.add(folder);
    } catch (NoSuchFileException gone) {
      // It went away while it was looked for.
    } catch (IOException why) {
      unreadable.add(folder);
    }
  }

  /** A session's folder holds much beside its subagents. */
  private static boolean isEntered(Path folder, int depth) {
    return depth != 2 || folder.getFileName().toString().equals("subagents");
  }

  private static boolean isTranscript(Path file, int depth) {
    var name = file.getFileName().toString();
    if (!name.endsWith(".jsonl")) {
      return false;
    }
    return depth < 0 || depth == 1 || depth > 2 && name.startsWith("agent-");
  }
}
