package footfall.pattern;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.util.Objects;

/**
 * What one turn gives to one subject. {@code length} and {@code isLong} are the turn's; {@code calls} those
 * of the subject: of a tool all and {@code failures} among them, of a failure the failed ones. {@code tool}:
 * of a pattern its first, of a failure that of the latest error; {@code error} its text, null when left
 * behind.
 */
public record SubjectPart(
    Instant startedAt, int length, boolean isLong, int calls, int failures, String tool, String error) {
  public SubjectPart {
    Objects.requireNonNull(startedAt, "startedAt is null");
  }

  void write(RowWriter out) {
    out.instant(startedAt);
    out.unsigned(length);
    out.flag(isLong);
    out.unsigned(calls);
    out.unsigned(failures);
    out.text(tool);
    out.text(error);
  }

  static SubjectPart read(RowReader in) {
    return new SubjectPart(in.instant(), in.number(), in.flag(), in.number(), in.number(), in.text(), in
        .text());
  }
}
