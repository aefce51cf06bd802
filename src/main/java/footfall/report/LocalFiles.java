package footfall.report;

import footfall.line.Rejected;
import footfall.line.Source;
import footfall.tail.Transcript;
import footfall.tail.TranscriptName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads transcripts where they lie, for commands that need nothing running: every line once, in order, with
 * bounded memory. Bad lines are counted and named, never fatal; a file without one line that has a type is no
 * transcript.
 */
public final class LocalFiles {
  static final FileTurns.Progress UNTOLD = new FileTurns.Progress() {
    @Override
    public void total(long bytes) {}

    @Override
    public void read(long bytes) {}
  };

  private final History history;

  public LocalFiles(History history) {
    this.history = history;
  }

  /** Gets what was made of each line; the number counts lines of the file from 1. */
  public interface Sink<T> {
    void take(Transcript file, long number, T made);

    /** Is told of what is no line, and why. */
    default void rejected(Transcript file, long number, String why) {}
  }

  /**
   * Reads one transcript; {@code look} makes something of every line that has a type, and null of others.
   *
   * @throws Unable when it is not there, may not be read, or is no transcript
   */
  public <T> Reading one(Path path, History.Look<T> look, Sink<? super T> sink, FileTurns.Progress progress)
      throws Unable, InterruptedException {
    var file = open(path);
    if (file == null) {
      return new Reading.Edit().done(); // Nothing has been said in it yet.
    }
    var pass = new Pass<T>(sink, progress);
    progress.total(file.size());
    history.read(List.of(file), look, pass);
    var reading = pass.done(1);
    if (!reading.unreadable().isEmpty()) {
      var first = reading.unreadable().get(0);
      throw new Unable(first.path() + " " + first.why());
    } else if (pass.made == 0) {
      throw new Unable(path + " is no transcript: none of its lines is a JSON object with a type");
    }
    return reading;
  }

  private static Transcript open(Path path) throws Unable {
    if (TranscriptList.isOther(path)) {
      throw new Unable(path + " " + TranscriptList.other(path).why());
    }
    try {
      return Transcript.open(path);
    } catch (IOException why) {
      var unreadable = TranscriptList.unreadable(path, why);
      throw new Unable(unreadable.path() + " " + unreadable.why(), why);
    }
  }

  /** What stands in {@code reading}, and some more files read after it. */
  <T> Reading more(List<Path> paths, History.Look<T> look, Sink<? super T> sink, Reading reading)
      throws InterruptedException {
    var found = TranscriptList.at(paths).once();
    var pass = new Pass<T>(sink, UNTOLD);
    pass.reading.add(reading);
    pass.reading.unreadable.addAll(found.unreadable());
    history.read(found.files(), look, pass);
    return pass.done(found.files().size());
  }

  /** What a transcript is of, by its name and its dialect. */
  Source source(Path path) throws Unable {
    var file = open(path);
    return file == null ? TranscriptName.of(path).source() : file.source();
  }

  /** The session that a transcript is of; a subagent's has its agent behind it. */
  public String session(Path path) throws Unable {
    var source = source(path);
    return source.session() + (source.agent() == null ? "" : "-" + source.agent());
  }

  /** Reads all transcripts at the places, homes, folders or files: each once, wherever it lies twice. */
  public <T> Reading all(List<Path> places, History.Look<T> look, Sink<? super T> sink,
      FileTurns.Progress progress)
      throws InterruptedException {
    var there = TranscriptList.at(places);
    var found = there.once();
    progress.total(found.files().stream().mapToLong(Transcript::size).sum());
    var pass = new Pass<T>(sink, progress);
    pass.reading.copies = there.files().size() - found.files().size();
    pass.reading.unreadable.addAll(found.unreadable());
    history.read(found.files(), look, pass);
    return pass.done(found.files().size());
  }

  private static final class Pass<T> implements History.Taker<T> {
    private final Sink<? super T> sink;
    private final FileTurns.Progress progress;
    private final Reading.Edit reading = new Reading.Edit();
    private long made;

    Pass(Sink<? super T> sink, FileTurns.Progress progress) {
      this.sink = sink;
      this.progress = progress;
    }

    @Override
    public void taken(Transcript file, long number, T what) {
      made++;
      reading.lines++;
      sink.take(file, number, what);
    }

    @Override
    public void rejected(Transcript file, long number, Rejected rejected) {
      reading.rejected(file, number, rejected);
      sink.rejected(file, number, rejected.reason().said());
    }

    @Override
    public void read(long bytes) {
      reading.bytes += bytes;
      progress.read(bytes);
    }

    @Override
    public void unreadable(Transcript file, IOException why) {
      reading.unreadable(file, why);
    }

    Reading done(int files) {
      reading.files += files;
      return reading.done();
    }
  }
}
