package footfall.line;

import java.util.Objects;

/** A transcript session, {@code session.id} in OpenTelemetry. The key of every record up to the tallies. */
public record SessionId(String value) {
    public SessionId {
        Objects.requireNonNull(value, "value is null");
        value = Ids.bounded(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
