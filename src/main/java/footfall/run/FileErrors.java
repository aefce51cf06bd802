package footfall.run;

import footfall.call.CallError;
import footfall.call.CallErrors;
import footfall.call.LineCalls;
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
    try (var inputs = new Inputs(path)) {
      var reading = files.one(path, (file, line, anatomy) -> anatomy.type() == null ? null : LineCalls.of(
          line,
          anatomy), (file, number, line) -> {
            for (var error : errors.take(line)) {
              give(error, inputs, sink);
            }
          }, progress);
      return new Told(reading, errors.forgotten(), inputs.lost);
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
        if (!bytes.hasRemaining()) {
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
