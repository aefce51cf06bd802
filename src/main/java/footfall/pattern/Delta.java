package footfall.pattern;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What a turn now gives to a subject, in place of all that it gave before: {@code part}, null for nothing
 * any more. {@code stood} is the start that it gave before, null when it gave nothing. Old and new in one
 * record: no reader sees the one without the other, and taking it twice changes nothing.
 */
public record Delta(Subject subject, String turnId, String sessionId, Instant stood, SubjectPart part) {
  private static final int VERSION = 1;

  public Delta {
    Objects.requireNonNull(subject, "subject is null");
    Objects.requireNonNull(turnId, "turnId is null");
    Objects.requireNonNull(sessionId, "sessionId is null");
  }

  /** The value of a record whose key is {@link Subject#key}. */
  public byte[] bytes() {
    var out = new RowWriter();
    out.unsigned(VERSION);
    out.text(turnId);
    out.text(sessionId);
    out.instant(stood);
    out.flag(part != null);
    if (part != null) {
      part.write(out);
    }
    return out.done();
  }

  /**
   * Empty when the bytes are not a delta.
   *
   * @throws NewerRow when a newer footfall wrote it
   */
  public static Optional<Delta> read(String key, byte[] value) {
    return RowReader.tried(() -> {
      var in = RowReader.of(value, VERSION, "a delta");
      var delta = new Delta(Subject.ofKey(key), in.text(), in.text(), in.instant(), in.flag() ? SubjectPart
          .read(in)
          : null);
      return in.whole(delta);
    });
  }
}
