package footfall.report;

import footfall.brief.Brief;
import footfall.brief.Moment;
import footfall.tail.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;

/** Writes the brief of one transcript as it is read, with memory for a few lines and one answer. */
public final class Briefs {
  private final LocalFiles files;

  public Briefs(LocalFiles files) {
    this.files = files;
  }

  /**
   * How the reading went; a file in which nothing has been said yet gives an empty brief. A session is told
   * by its main agent; where nothing of that is there, by its subagents, one after the other.
   *
   * @throws Unable when it is not there, may not be read, or is not a transcript
   * @throws UncheckedIOException what the writer threw
   */
  public Reading write(Selection meant, Writer out, FileTurns.Progress progress) throws UserError,
      InterruptedException {
    var telling = new Telling(new Brief(block -> append(out, block)));
    var reading = files.<List<Moment>>of(meant.ofMain(), (file, line, anatomy) -> anatomy.type() == null
        ? null
        : Brief.moments(line.line(), anatomy, file.source()), telling, progress);
    telling.brief.end();
    return reading;
  }

  /** What a main agent says in one file it may go on with in another; with a subagent's file all is said. */
  private static final class Telling implements LocalFiles.Sink<List<Moment>> {
    private final Brief brief;
    private Transcript file;

    Telling(Brief brief) {
      this.brief = brief;
    }

    @Override
    public void take(Transcript from, long number, List<Moment> moments) {
      if (file != from && from.source().agent() != null) {
        brief.end();
      }
      file = from;
      moments.forEach(brief::take);
    }
  }

  private static void append(Writer out, String block) {
    try {
      out.write(block);
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }
}
