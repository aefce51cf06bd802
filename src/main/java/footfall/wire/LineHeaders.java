package footfall.wire;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.SkippedTurns;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * What stands beside a line on the topic {@code lines}, each as a header {@code footfall.…} in UTF-8, absent
 * for null. {@code previousOffset}: of the line sent before it for the same session from the same file, -1
 * for the first. {@code copiedFrom}: the session that owns the line's uuid when it is another one. {@code
 * skipped}: what came before in its trail and was not sent.
 */
public record LineHeaders(
    FileId file,
    long offset,
    long previousOffset,
    String agent,
    Dialect dialect,
    String host,
    String user,
    String project,
    String copiedFrom,
    SkippedTurns skipped) {
  /** Rises when lines get a form that an older reader would misread. */
  public static final int SCHEMA = 1;

  /** A dialect, two names, and the hash of a line: no file has a longer id. */
  private static final int FILE_CHARS_MAX = 3 * Ids.LENGTH_MAX;

  /** Of a trail that was sent from its beginning. */
  public LineHeaders(
      FileId file, long offset, long previousOffset, String agent, Dialect dialect, String host, String user,
      String project, String copiedFrom) {
    this(file, offset, previousOffset, agent, dialect, host, user, project, copiedFrom, null);
  }

  public void addTo(Headers headers) {
    add(headers, "footfall.schema", Integer.toString(SCHEMA));
    add(headers, "footfall.file", file.toString());
    add(headers, "footfall.offset", Long.toString(offset));
    add(headers, "footfall.previous", Long.toString(previousOffset));
    add(headers, "footfall.agent", agent);
    add(headers, "footfall.dialect", dialect.word());
    add(headers, "footfall.host", host);
    add(headers, "footfall.user", user);
    add(headers, "footfall.project", project);
    add(headers, "footfall.copied-from", copiedFrom);
    if (skipped != null) {
      // The owner apart: a reader that does not know of it reads the rest.
      add(headers, "footfall.skipped", skipped.withOwner(null).toString());
      add(headers, "footfall.skipped-owner", skipped.copyOf());
    }
  }

  private static void add(Headers headers, String name, String value) {
    if (value != null) {
      headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Names are bounded. Empty when they are missing, malformed or of a newer schema. */
  public static Optional<LineHeaders> of(Headers headers) {
    try {
      if (!Integer.toString(SCHEMA).equals(text(headers, "footfall.schema"))) {
        return Optional.empty();
      }
      long offset = Long.parseLong(text(headers, "footfall.offset"));
      long previous = Long.parseLong(text(headers, "footfall.previous"));
      boolean isPlace = offset >= 0 && previous >= -1 && previous < offset;
      return isPlace ? Optional.of(read(headers, offset, previous)) : Optional.empty();
    } catch (IllegalArgumentException | NullPointerException malformed) {
      return Optional.empty();
    }
  }

  private static LineHeaders read(Headers headers, long offset, long previous) {
    var skipped = text(headers, "footfall.skipped");
    return new LineHeaders(
        file(text(headers, "footfall.file")),
        offset,
        previous,
        name(headers, "footfall.agent"),
        Dialects.of(text(headers, "footfall.dialect")),
        name(headers, "footfall.host"),
        name(headers, "footfall.user"),
        name(headers, "footfall.project"),
        name(headers, "footfall.copied-from"),
        skipped == null ? null : SkippedTurns.parse(skipped).withOwner(name(headers,
            "footfall.skipped-owner")));
  }

  /** They stand in keys, rows and records, which have a size. */
  private static String name(Headers headers, String name) {
    var text = text(headers, name);
    return text == null ? null : Ids.bounded(text);
  }

  private static FileId file(String text) {
    if (text.length() > FILE_CHARS_MAX) {
      throw new IllegalArgumentException("a file id is too long");
    }
    return FileId.parse(text);
  }

  private static String text(Headers headers, String name) {
    var header = headers.lastHeader(name);
    return header == null || header.value() == null ? null : new String(header.value(),
        StandardCharsets.UTF_8);
  }
}
