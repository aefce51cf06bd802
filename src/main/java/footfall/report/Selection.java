package footfall.report;

import footfall.line.Line;
import footfall.line.SessionId;
import footfall.tail.Excluded;
import footfall.tail.TranscriptPaths;
import java.nio.file.Path;
import java.util.List;

/**
 * What somebody named: one transcript with all that stands in it ({@code session} is null), or one session
 * and the files that are of it, where its lines alone are meant; {@code telling}: those of the files in which
 * one of its lines says something. {@code unseen} could not be looked into, and may hold more of it;
 * {@code excluded} was left out where it was looked up.
 */
public record Selection(SessionId session, List<Path> files, List<Path> telling, List<
    Reading.Unreadable> unseen, Excluded excluded) {
  public Selection {
    files = List.copyOf(files);
    telling = List.copyOf(telling);
    unseen = List.copyOf(unseen);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("files is empty");
    }
  }

  /** A file, whatever sessions its lines are of. */
  public static Selection file(Path path) {
    return new Selection(null, List.of(path), List.of(path), List.of(), Excluded.NONE);
  }

  public boolean isFile() { return session == null; }

  /** The file that is meant, or the first of the session's. */
  Path first() {
    return files.get(0);
  }

  /** Of a session what its main agent says; where nothing of that is left, all that its subagents say. */
  Selection ofMain() {
    var mains = telling.stream().filter(Selection::isMain).toList();
    return isFile() || mains.isEmpty() ? this : new Selection(session, mains, mains, unseen, excluded);
  }

  /** Whether a file is called as one of a main agent. */
  static boolean isMain(Path file) {
    return TranscriptPaths.name(file).source().agent() == null;
  }

  boolean holds(Line line) {
    return isFile() || line.envelope().session().equals(session);
  }
}
