package footfall.topology;

import footfall.wire.Json;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;

/** The fields of a record that the turn log needs; the rest stays raw bytes. */
record LoggedRecord(Json.Head head) {
    /** Empty when the bytes are not a record of the kind. */
    static Optional<LoggedRecord> of(LogKind kind, byte[] json) {
        try {
            return Optional.of(new LoggedRecord(Json.head(json, kind.time())))
                    .filter(one -> one.hasPlace() && (kind != LogKind.ALERT || one.alertId() != null));
        } catch (SerializationException noRecord) {
            return Optional.empty();
        }
    }

    private boolean hasPlace() {
        return head.at() == null || Math.abs(head.at().getEpochSecond()) < Long.MAX_VALUE / 1_000;
    }

    /** Its position: the time in milliseconds since 1970, at least 0; without a time, the ingestion time. */
    long at(long arrival) {
        Instant at = head.at();
        return Math.max(0, at == null ? arrival : at.toEpochMilli());
    }

    boolean isUntimed() {
        return head.at() == null;
    }

    String alertId() {
        return head.texts().get("alert_id");
    }

    /** Null for an outage. */
    String sessionId() {
        return head.texts().get("session_id");
    }
}
