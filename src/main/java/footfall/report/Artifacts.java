package footfall.report;

import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The folder of what was made for a summarizer and by one: content of transcripts, for their owner only. A
 * file is there whole or not at all, and never written over: two of one second take the next free one.
 */
public final class Artifacts {
  private static final int NAME_MAX = 128;

  private final Path folder;
  private final Clock clock;

  /** The folder is made when something is to be kept. */
  public Artifacts(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** Writes the content of a file. */
  public interface Content {
    void write(Writer out) throws IOException, UserError, InterruptedException;
  }

  /**
   * Keeps a file {@code KIND-SESSION-SECONDS.md} and says where. What no file name should hold becomes
   * {@code _} in the session, so that it cannot lead out of the folder.
   */
  public Path keep(String kind, String session, Content content) throws UserError, InterruptedException {
    var name = kind + "-" + plain(session) + "-";
    try (var file = open(name)) {
      try (var out = file.writer()) {
        content.write(out);
      }
      return named(file, name);
    } catch (UncheckedIOException why) {
      throw unwritable("cannot write " + path(name, now()), why.getCause());
    } catch (IOException why) {
      throw unwritable("cannot write " + path(name, now()), why);
    }
  }

  private AtomicFile open(String name) throws UserError {
    try {
      OwnerOnly.newFolder(folder);
      return AtomicFile.open(folder.resolve(name + "md"));
    } catch (IOException why) {
      throw unwritable("cannot create a file in " + folder, why);
    }
  }

  private static UserError unwritable(String what, IOException why) {
    return new UserError(what + ": " + FailureReason.of(why) + "; choose another folder with --artifacts",
        why);
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }

  private Path path(String name, long second) {
    return folder.resolve(name + second + ".md");
  }

  private Path named(AtomicFile file, String name) throws IOException {
    for (long second = now();; second++) {
      try {
        file.createAs(path(name, second));
        return path(name, second);
      } catch (FileAlreadyExistsException taken) {
        // Another of the same second was quicker.
      }
    }
  }

  private static String plain(String session) {
    var name = session.replaceAll("[^A-Za-z0-9._-]", "_");
    return name.length() > NAME_MAX ? name.substring(0, NAME_MAX) : name;
  }
}
