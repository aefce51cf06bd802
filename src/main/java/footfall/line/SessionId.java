package footfall.line;

import java.util.Objects;

/** A transcript session, {@code session.id} in OpenTelemetry. The key of every record up to the tallies. */
public record SessionId(String value) {
    public SessionId {
        Objects.requireNonNull(value, "value is null");
        value = Ids.bounded(value);
    }

    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof SessionId id && value.equals(id.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value;
    }
}
