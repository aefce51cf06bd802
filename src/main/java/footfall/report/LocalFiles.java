package footfall.report;

import footfall.line.Anatomy;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

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
   * @throws Unable when it is not there, may not be read, or is not a transcript
   */
  public <T> Reading one(Path path, History.LineMapper<T> look, Sink<? super T> sink,
      FileTurns.Progress progress)
      throws UserError, InterruptedException {
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
      throw new UserError(first.message());
    } else if (pass.made == 0) {
      throw new UserError(path + " is not a transcript: none of its lines is a JSON object with a type");
    }
    return reading;
  }

  /**
   * Reads what is meant: a file as {@link #one}; of a session its lines, in all its files in their order. A
   * file of a session that cannot be read costs itself alone.
   *
   * @throws Unable as {@link #one}, or when no file of the session can be read
   */
  public <T> Reading of(Selection meant, History.LineMapper<T> look, Sink<? super T> sink,
      FileTurns.Progress progress)
      throws UserError, InterruptedException {
    if (meant.isFile()) {
      return one(meant.first(), look, sink, progress);
    }
    var pass = new Pass<T>(sink, progress);
    pass.reading.unreadable.addAll(meant.unseen());
    pass.reading.excluded = meant.excluded();
    var reading = read(TranscriptList.of(meant.files(), history.excluded()), new Only<>(meant, look), pass);
    if (reading.files() == 0 && !reading.unreadable().isEmpty()) {
      var last = reading.unreadable().get(reading.unreadable().size() - 1);
      throw new UserError(last.message());
    }
    return reading;
  }

  /** Looks at the lines of what is meant alone. */
  private record Only<T>(Selection meant, History.LineMapper<T> look) implements History.LineMapper<T> {
    @Override
    public T of(Transcript file, Parsed.Accepted line, Anatomy anatomy) {
      return meant.holds(line.line()) ? look.of(file, line, anatomy) : null;
    }

    @Override
    public T at(long place, Transcript file, Parsed.Accepted line, Anatomy anatomy) {
      return meant.holds(line.line()) ? look.at(place, file, line, anatomy) : null;
    }
  }

  private <T> Reading read(TranscriptList there, History.LineMapper<T> look, Pass<T> pass)
      throws InterruptedException {
    var found = there.once();
    pass.progress.total(found.files().stream().mapToLong(Transcript::size).sum());
    pass.reading.copies = there.files().size() - found.files().size();
    pass.reading.unreadable.addAll(found.unreadable());
    pass.reading.excluded = pass.reading.excluded.and(there.excluded());
    history.read(found.files(), look, pass);
    return pass.done(found.files().size());
  }

  private Transcript open(Path path) throws UserError {
    if (TranscriptList.isOther(path)) {
      throw new UserError(TranscriptList.other(path).message());
    }
    TranscriptList.refuse(path, history.excluded());
    try {
      return Transcript.open(path);
    } catch (IOException why) {
      var unreadable = TranscriptList.unreadable(path, why);
      throw new UserError(unreadable.message(), why);
    }
  }

  /**
   * What stands in {@code before}, and some more files read after it: how much there is to read is told
   * anew.
   */
  <T> Reading more(List<Path> paths, History.LineMapper<T> look, Sink<? super T> sink, PriorReading before)
      throws InterruptedException {
    var there = TranscriptList.of(paths, history.excluded());
    var found = there.once();
    var pass = new Pass<T>(sink, before.progress());
    pass.reading.add(before.reading());
    pass.reading.excluded = pass.reading.excluded.and(there.excluded());
    pass.reading.unreadable.addAll(found.unreadable());
    long more = found.files().stream().mapToLong(Transcript::size).sum();
    before.progress().total(before.reading().bytes() + more);
    history.read(found.files(), look, pass);
    return pass.done(found.files().size());
  }

  /** How the reading of what came before went, and who is told of its progress. */
  record PriorReading(Reading reading, FileTurns.Progress progress) {}

  /** What a transcript is of, by its name and its dialect. */
  Source source(Path path) throws UserError {
    var file = open(path);
    return file == null ? TranscriptPaths.name(path).source() : file.source();
  }

  /** The session that is meant, or that a file is of; a subagent's has its agent behind it. */
  public String session(Selection meant) throws UserError, InterruptedException {
    if (!meant.isFile()) {
      return meant.session().value();
    } else if (StandardInput.is(meant.first())) {
      return sessionOfLines(meant.first());
    }
    var source = source(meant.first());
    return source.session() + (source.agent() == null ? "" : "-" + source.agent());
  }

  /** The session of the first line: nothing else names it. */
  private String sessionOfLines(Path path) throws UserError, InterruptedException {
    var first = new AtomicReference<SessionId>();
    one(path, (file, line, anatomy) -> anatomy.type() == null ? null : line.line().envelope().session(), (
        file,
        number, session) -> first.compareAndSet(null, session), UNTOLD);
    return (first.get() == null ? source(path).session() : first.get()).value();
  }

  /** Reads all transcripts at the places, homes, folders or files: each once, wherever it lies twice. */
  public <T> Reading all(List<Path> places, History.LineMapper<T> look, Sink<? super T> sink,
      FileTurns.Progress progress)
      throws InterruptedException {
    return read(TranscriptList.at(places, history.excluded()), look, new Pass<T>(sink, progress));
  }

  private static final class Pass<T> implements History.Sink<T> {
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
    public void rejected(Transcript file, long number, RejectedBytes rejected) {
      reading.rejected(file, number, rejected);
      var bad = Reading.BadLine.of(file.path(), file.source().dialect().framing(), number, rejected);
      sink.rejected(file, number, bad.said());
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
