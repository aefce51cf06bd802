package footfall.testkit;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.TranscriptName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A transcript in memory, under the name that it would have on disk. */
public record FedFile(Transcript file, List<Parsed> parts) {
  public FedFile {
    parts = List.copyOf(parts);
  }

  public static FedFile of(String path, byte[] bytes) {
    return of(path, bytes, 0);
  }

  public static FedFile of(String path, byte[] bytes, int generation) {
    var name = TranscriptName.of(Path.of(path));
    var parts = new ArrayList<Parsed>();
    var parser = new LineParser();
    new Chunks.Chunk(Bytes.of(bytes), 0, 0, true)
        .eachLine((line, offset) -> parts.addAll(parser.parse(line, offset, name.source())));
    var id = new FileId(name.word(), "first", generation);
    return new FedFile(new Transcript(Path.of(path), id, name.source(), bytes.length, firstAt(parts)), parts);
  }

  private static Instant firstAt(List<Parsed> parts) {
    for (var part : parts) {
      if (part instanceof Parsed.Accepted accepted && accepted.line().envelope().at() != null) {
        return accepted.line().envelope().at();
      }
    }
    return null;
  }

  /** The file as if it held only some of its parts: {@code from} up to before {@code to}. */
  public FedFile part(int from, int to) {
    return new FedFile(file, parts.subList(from, to));
  }
}
