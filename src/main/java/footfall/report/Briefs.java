package footfall.report;

import footfall.brief.Brief;
import footfall.brief.Moment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/** Writes the brief of one transcript as it is read, with memory for a few lines and one answer. */
public final class Briefs {
  private final LocalFiles files;

  public Briefs(LocalFiles files) {
    this.files = files;
  }

  /**
   * How the reading went; a file in which nothing has been said yet gives an empty brief.
   *
   * @throws Unable when it is not there, may not be read, or is no transcript
   * @throws UncheckedIOException what the writer threw
   */
  public Reading write(Path path, Writer out, FileTurns.Progress progress) throws Unable,
      InterruptedException {
    var brief = new Brief(block -> append(out, block));
    var reading = files.<List<Moment>>one(path, (file, line, anatomy) -> anatomy.type() == null ? null
        : Brief.moments(line.line(), anatomy, file.source()), (file, number, moments) -> moments.forEach(
            brief::take), progress);
    brief.end();
    return reading;
  }

  private static void append(Writer out, String block) {
    try {
      out.write(block);
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }
}
