package footfall.report;

import footfall.folder.OwnerOnly;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
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
    Path half = null;
    try {
      OwnerOnly.newFolder(folder);
      half = Files.createTempFile(folder, ".half-", ".md", OwnerOnly.file(folder));
      // Not by Files: an encoder of theirs throws at half a surrogate pair, which a transcript may hold.
      try (var out = new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(half),
          StandardCharsets.UTF_8))) {
        content.write(out);
      }
      var kept = moved(half, name);
      half = null;
      return kept;
    } catch (UncheckedIOException why) {
      throw unwritable(half, name, why.getCause());
    } catch (IOException why) {
      throw unwritable(half, name, why);
    } finally {
      delete(half);
    }
  }

  /** {@code half} is null when nothing could be created in the folder. */
  private UserError unwritable(Path half, String name, IOException why) {
    var file = folder.resolve(name + clock.instant().getEpochSecond() + ".md");
    return new UserError((half == null ? "cannot create a file in " + folder : "cannot write " + file) + ": "
        + FailureReason
            .of(why) + "; choose another folder with --artifacts", why);
  }

  private Path moved(Path half, String name) throws IOException {
    for (long second = clock.instant().getEpochSecond();; second++) {
      var path = folder.resolve(name + second + ".md");
      try {
        return Files.move(half, path);
      } catch (FileAlreadyExistsException taken) {
        // Another of the same second was quicker.
      }
    }
  }

  private static void delete(Path half) {
    try {
      if (half != null) {
        Files.deleteIfExists(half);
      }
    } catch (IOException kept) {
      // What matters has been thrown; the name tells what the file is.
    }
  }

  private static String plain(String session) {
    var name = session.replaceAll("[^A-Za-z0-9._-]", "_");
    return name.length() > NAME_MAX ? name.substring(0, NAME_MAX) : name;
  }
}
