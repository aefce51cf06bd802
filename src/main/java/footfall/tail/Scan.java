package footfall.tail;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for transcripts through a {@link Disk}, and alone knows where agents put them: in a home (a folder
 * with {@code projects} in it, with {@code transcripts} of qbit, or with both) there, in any other folder all
 * below it. A home, and the folders in it, may be links; those that are met on the way are not followed. A
 * folder that may not be read is named, not fatal; a place that is not there holds nothing yet.
 */
public final class Scan {
  private static final int ANYWHERE = Integer.MIN_VALUE;

  private final Disk disk;
  private final List<Disk.Entry> files = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<Path> unreadable = new ArrayList<>();

  private Scan(Disk disk) {
    this.disk = disk;
  }

  /** The transcripts, the folders they may appear in, and what could not be looked at. */
  public record Found(List<Disk.Entry> files, List<Path> folders, List<Path> unreadable) {}

  /** Of places that may appear later. */
  public static Found of(Disk disk, List<Path> places) {
    var scan = new Scan(disk);
    for (var place : places) {
      try {
        scan.place(place.toAbsolutePath().normalize());
      } catch (NoSuchFileException notYet) {
        // It may appear later.
      } catch (IOException why) {
        scan.unreadable.add(place);
      }
    }
    return new Found(scan.files, scan.folders, scan.unreadable);
  }

  /** Of one place that is there, whose files are named as it is. */
  static Found at(Disk disk, Path place) throws IOException {
    var scan = new Scan(disk);
    scan.place(place);
    return new Found(scan.files, scan.folders, scan.unreadable);
  }

  private void place(Path named) throws IOException {
    var entry = followed(named);
    if (entry.kind() == Disk.Kind.FILE) {
      files.add(entry);
      return;
    }
    var place = entry.path();
    var projects = folder(place.resolve("projects"));
    var transcripts = folder(place.resolve("transcripts"));
    boolean isCalledQbits = transcripts != null && named.endsWith(".qbit");
    var sessions = transcripts == null || isCalledQbits ? List.<Path>of() : sessions(transcripts);
    boolean isQbits = isCalledQbits || isQbits(sessions);
    folders.add(place);
    if (projects != null) {
      below(projects, 0);
    }
    if (isQbits) {
      below(transcripts, ANYWHERE);
    } else if (transcripts != null && projects != null) { // Its first session may appear at any time.
      folders.add(transcripts);
      folders.addAll(sessions);
    }
    if (projects == null && !isQbits) {
      below(place, ANYWHERE);
    }
  }

  /** What stands there, or where a link leads. */
  private Disk.Entry followed(Path path) throws IOException {
    var entry = disk.look(path);
    return entry.kind() == Disk.Kind.OTHER ? disk.look(disk.real(path)) : entry;
  }

  /** Null when there is no folder. */
  private Path folder(Path path) throws IOException {
    try {
      var entry = followed(path);
      return entry.kind() == Disk.Kind.FOLDER ? entry.path() : null;
    } catch (NoSuchFileException none) {
      return null;
    }
  }

  /** Folders that may be a session's each; none where they may not be looked at. */
  private List<Path> sessions(Path transcripts) {
    try {
      return disk.list(transcripts).stream().filter(entry -> entry.kind() == Disk.Kind.FOLDER).map(
          Disk.Entry::path).toList();
    } catch (IOException unreadableOrGone) {
      return List.of();
    }
  }

  /** Any folder may be called transcripts: qbit's is known by its home's name, or by a session in it. */
  private boolean isQbits(List<Path> sessions) {
    try {
      for (var session : sessions) {
        if (isFile(session.resolve(TranscriptName.QBIT_FILE))) {
          return true;
        }
      }
    } catch (IOException unreadableOrGone) {
      return false;
    }
    return false;
  }

  private boolean isFile(Path path) throws IOException {
    try {
      return disk.look(path).kind() == Disk.Kind.FILE;
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
    if (depth < 0) {
      return name.endsWith(".jsonl") || name.equals(TranscriptName.QBIT_FILE);
    }
    return name.endsWith(".jsonl") && (depth == 1 || depth > 2 && name.startsWith("agent-"));
  }
}
