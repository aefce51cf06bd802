package footfall.tail;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * One transcript file as it was met: its id, its size in bytes then, and the first timestamp in it (null when
 * there is none).
 */
public record Transcript(Path path, FileId id, Source source, long size, Instant firstAt) {
  /** The order in which files are taken everywhere; files without a timestamp last. */
  public static final Comparator<Transcript> ORDER =
      Comparator.comparing(Transcript::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
          .thenComparing(file -> file.path().toString());

  /** Enough for the first timestamp of nearly every file; it grows with a longer line. */
  private static final int HEAD_BYTES = 8 << 10;

  private static final LineParser PARSER = new LineParser();

  /** Reads the head of a file; null when it is empty. */
  public static Transcript open(Path path) throws IOException {
    return open(path, LocalDisk.named(path));
  }

  /** Closes the file. */
  static Transcript open(Path path, Disk.Opened file) throws IOException {
    var name = TranscriptName.of(path);
    var head = new Head(name.source());
    long size;
    try (var chunks = new Chunks(file, 0, new Chunks.Sizes(HEAD_BYTES, LineParser.LINE_BYTES_MAX))) {
      size = file.size();
      if (size == 0) {
        return null;
      }
      for (var chunk = chunks.next(); chunk != null && head.firstAt == null; chunk = chunks.next()) {
        chunk.eachLine(head::line);
      }
    }
    return new Transcript(path, new FileId(name.word(), head.hash, 0), name.source(), size, head.firstAt);
  }

  private static final class Head {
    private final Source source;
    private String hash = "";
    private Instant firstAt;

    Head(Source source) {
      this.source = source;
    }

    void line(Bytes bytes, long offset) {
      if (offset == 0) {
        hash = hash(bytes);
      }
      if (firstAt == null) {
        for (var part : PARSER.parse(bytes, offset, source)) {
          if (firstAt == null && part instanceof Parsed.Accepted accepted) {
            firstAt = accepted.line().envelope().at();
          }
        }
      }
    }
  }

  /** Names a first line, without its newline, in a file's id. */
  static String hash(Bytes line) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(line.array(), line.from(), line.length());
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), 8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
