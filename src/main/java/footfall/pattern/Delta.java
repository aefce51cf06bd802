package footfall.pattern;

import footfall.line.SessionId;
import footfall.row.RowKind;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The change of a turn's contribution to a subject: {@code part} replaces the previous one; null for none.
 * {@code previousStartedAt}: the start time of the previous contribution, null if there was none. Old and new
 * are in one record, so no reader sees one without the other; idempotent.
 */
public record Delta(Subject subject, String turnId, SessionId sessionId, Instant previousStartedAt, SubjectPart part) {
    public Delta {
        Objects.requireNonNull(subject, "subject is null");
        Objects.requireNonNull(turnId, "turnId is null");
        Objects.requireNonNull(sessionId, "sessionId is null");
    }

    /** The value of a record whose key is {@link Subject#key}. */
    public byte[] bytes() {
        var out = new RowWriter();
        out.unsigned(RowKind.VERSION);
        out.text(turnId);
        out.text(sessionId.value());
        out.instant(previousStartedAt);
        out.flag(part != null);
        if (part != null) {
            part.write(out);
        }
        return out.done();
    }

    /**
     * Empty when the bytes are not a delta.
     *
     * @throws UnsupportedVersion when another version of footfall wrote it
     */
    public static Optional<Delta> read(String key, byte[] value) {
        return RowReader.tried(() -> {
            var in = RowReader.of(value, "a delta");
            var delta = new Delta(
                    Subject.ofKey(key),
                    in.text(),
                    new SessionId(in.text()),
                    in.instant(),
                    in.flag() ? SubjectPart.read(in) : null);
            return in.complete(delta);
        });
    }
}
