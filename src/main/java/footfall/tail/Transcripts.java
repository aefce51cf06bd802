package footfall.tail;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds transcript files. Symbolic links are not followed; a folder that may not be read is named, not fatal.
 */
public final class Transcripts {
  private Transcripts() {}

  /** The files found, and the folders and files that could not be looked at. */
  public record Found(List<Path> files, List<Path> unreadable) {
    public Found {
      files = List.copyOf(files);
      unreadable = List.copyOf(unreadable);
    }
  }

  /**
   * The transcripts of a home (a folder with {@code projects} in it, or with {@code transcripts} of qbit),
   * else every transcript below a folder, else the file itself.
   *
   * @throws NoSuchFileException when there is nothing at the path
   */
  public static Found below(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (Files.isRegularFile(path)) {
      return new Found(List.of(path), List.of());
    }
    var projects = path.resolve("projects");
    boolean isHome = Files.isDirectory(projects);
    // Who names a link means what it leads to; only links that are met on the way are not followed.
    var named = isHome ? projects : isQbitHome(path) ? path.resolve("transcripts") : path;
    var start = Files.isSymbolicLink(named) ? named.toRealPath() : named;
    var walk = new Walk(isHome ? start : null);
    Files.walkFileTree(start, walk);
    return new Found(walk.files, walk.unreadable);
  }

  /** Any folder may hold one of that name: qbit's is known by its own name, or by a session in it. */
  private static boolean isQbitHome(Path path) throws IOException {
    var transcripts = path.resolve("transcripts");
    if (!Files.isDirectory(transcripts) || !Files.isReadable(transcripts)) {
      return false;
    }
    try (var sessions = Files.list(transcripts)) {
      return path.endsWith(".qbit")
          || sessions.anyMatch(session -> Files.exists(session.resolve(TranscriptName.QBIT_FILE)));
    }
  }

  private static final class Walk extends SimpleFileVisitor<Path> {
    final List<Path> files = new ArrayList<>();
    final List<Path> unreadable = new ArrayList<>();
    private final Path projects;

    Walk(Path projects) {
      this.projects = projects;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && isTranscript(file)) {
        files.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
      unreadable.add(file);
      return FileVisitResult.CONTINUE;
    }

    /** In a home: right below a project, or a subagent's below its session. Elsewhere anything. */
    private boolean isTranscript(Path file) {
      boolean isLines = file.toString().endsWith(".jsonl");
      if (projects == null) {
        return isLines || file.getFileName().toString().equals(TranscriptName.QBIT_FILE);
      } else if (!isLines) {
        return false;
      }
      var place = projects.relativize(file);
      var isAgent = file.getFileName().toString().startsWith("agent-");
      return place.getNameCount() == 2
          || isAgent && place.getNameCount() > 3 && place.getName(2).toString().equals("subagents");
    }
  }
}
