package footfall.pattern;

import footfall.line.SessionId;
import footfall.row.RowBytes;
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

    private record Value(String turnId, SessionId sessionId, Instant previousStartedAt, SubjectPart part) {}

    /** The value of a record whose key is {@link Subject#key}. */
    public byte[] bytes() {
        return RowBytes.of(new Value(turnId, sessionId, previousStartedAt, part));
    }

    /**
     * Empty when the bytes are not a delta.
     *
     * @throws UnsupportedVersion when another version of footfall wrote it
     */
    public static Optional<Delta> read(String key, byte[] bytes) {
        return RowBytes.tried(() -> {
            var value = RowBytes.read(bytes, Value.class, "a delta");
            return new Delta(Subject.ofKey(key), value.turnId, value.sessionId, value.previousStartedAt, value.part);
        });
    }
}
