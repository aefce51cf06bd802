package footfall.report;

import footfall.call.CallError;
import footfall.call.CallErrors;
import footfall.call.LineCalls;
import footfall.call.Repeats;
import footfall.line.Anatomy;
import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Parsed;
import footfall.tail.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The errors of one transcript, as they are met. Inputs are not kept while their calls wait: the bytes of
 * those that failed are read once more.
 */
public final class FileErrors {
  private final LocalFiles files;

  public FileErrors(LocalFiles files) {
    this.files = files;
  }

  /** Gets an error with the JSON of its call's input, null where there is none. */
  public interface Sink {
    void take(CallError error, String input) throws IOException;
  }

  /**
   * How the reading went; how many calls that waited for a result were forgotten for want of room; and how
   * many inputs could not be read again, since the file changed meanwhile.
   */
  public record Told(Reading reading, long forgotten, long lost) {}

  /** @throws UncheckedIOException what the sink threw */
  public Told read(Path path, Sink sink, FileTurns.Progress progress) throws Unable, InterruptedException {
    var errors = new CallErrors();
    var repeats = new Repeats();
    try (var inputs = new Inputs(path)) {
      var reading = files.one(path, new Placed(), (file, number, line) -> {
        if (file.source().dialect() == Dialect.QBIT && repeats.is(line.line())) {
          return;
        }
        for (var error : errors.take(line)) {
          give(error, inputs, sink);
        }
      }, progress);
      return new Told(reading, errors.forgotten(), inputs.lost);
    }
  }

  /** The calls of a line and where their inputs stand in the file. */
  private static final class Placed implements History.Look<LineCalls> {
    @Override
    public LineCalls of(Transcript file, Parsed.Accepted line, Anatomy anatomy) {
      return at(line.offset(), file, line, anatomy);
    }

    @Override
    public LineCalls at(long place, Transcript file, Parsed.Accepted line, Anatomy anatomy) {
      return anatomy.type() == null ? null : LineCalls.of(line, anatomy, place);
    }
  }

  private static void give(CallError error, Inputs inputs, Sink sink) {
    try {
      sink.take(error, error.input() == null ? null : inputs.at(error.input()));
    } catch (IOException why) {
      throw new UncheckedIOException(why);
    }
  }

  /** Opens the file when the first input is asked for: most transcripts have no errors. */
  private static final class Inputs implements AutoCloseable {
    private final Path path;
    private FileChannel channel;
    private long lost;

    Inputs(Path path) {
      this.path = path;
    }

    String at(LineCalls.Input place) {
      try {
        if (channel == null) {
          channel = FileChannel.open(path, StandardOpenOption.READ);
        }
        var bytes = ByteBuffer.allocate(place.length());
        while (bytes.hasRemaining() && channel.read(bytes, place.offset() + bytes.position()) >= 0) {
          // Reads on until the input is whole.
        }
        if (!bytes.hasRemaining() && place.is(Bytes.of(bytes.array()))) {
          return new String(bytes.array(), StandardCharsets.UTF_8);
        }
      } catch (IOException gone) {
        // Told below: the file is not what it was.
      }
      lost++;
      return null;
    }

    @Override
    public void close() {
      try {
        if (channel != null) {
          channel.close();
        }
      } catch (IOException why) {
        throw new UncheckedIOException(why);
      }
    }
  }
}
