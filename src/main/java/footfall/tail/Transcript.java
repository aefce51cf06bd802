package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import java.io.IOException;
import java.nio.file.Files;
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

  /** Reads the head of a file; null when it is empty, or holds no whole element of qbit yet. */
  public static Transcript open(Path path) throws IOException {
    long size = Files.size(path);
    if (size == 0) {
      return null;
    }
    var name = name(path);
    var head = new Head(name.source());
    boolean isQbit = name.source().dialect() == Dialect.QBIT;
    try (var chunks = isQbit ? Elements.since(0, path, HEAD_BYTES, LineParser.LINE_BYTES_MAX)
        : new Chunks(path, HEAD_BYTES, LineParser.LINE_BYTES_MAX)) {
      for (var chunk = chunks.next(); chunk != null && head.firstAt == null; chunk = chunks.next()) {
        chunk.eachLine(head::line);
      }
    }
    if (isQbit && head.hash.isEmpty()) {
      return null;
    }
    return new Transcript(path, new FileId(name.word(), head.hash, 0), name.source(), size, head.firstAt);
  }

  /** The name tells the dialect; a qbit file that was called otherwise tells it by its first bytes. */
  private static TranscriptName name(Path path) throws IOException {
    var name = TranscriptName.of(path);
    if (name.source().dialect() == Dialect.QBIT) {
      return name;
    }
    try (var in = Files.newInputStream(path)) {
      var dialect = Dialect.toldBy(Bytes.of(in.readNBytes(HEAD_BYTES)));
      return dialect == Dialect.QBIT ? TranscriptName.qbitCalledOtherwise(path) : name;
    }
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

    private static String hash(Bytes line) {
      try {
        var digest = MessageDigest.getInstance("SHA-256");
        digest.update(line.array(), line.from(), line.length());
        return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), 8));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
