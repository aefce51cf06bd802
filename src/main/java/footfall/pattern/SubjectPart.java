package footfall.pattern;

import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.util.Objects;

/**
 * The contribution of one turn to one subject. {@code length} and {@code isLong} are the turn's;
 * {@code calls} is for a tool all calls, {@code failures} the failed ones among them; for a failure the
 * failed calls. {@code tool}: the first of a pattern, or that of the latest error; {@code error} is its text,
 * null when it was redacted.
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
        return new SubjectPart(in.instant(), in.number(), in.flag(), in.number(), in.number(), in.text(), in.text());
    }
}
