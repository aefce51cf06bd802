package footfall.topology;

import footfall.wire.Json;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;

/** The fields of a turn that the turn log needs; the rest stays raw bytes. */
record LoggedTurn(Instant startedAt) {
    /** Empty when the bytes are not a turn. */
    static Optional<LoggedTurn> of(byte[] json) {
        try {
            return Optional.of(new LoggedTurn(Json.turnHead(json).startedAt())).filter(LoggedTurn::hasPlace);
        } catch (SerializationException noTurn) {
            return Optional.empty();
        }
    }

    private boolean hasPlace() {
        return startedAt == null || Math.abs(startedAt.getEpochSecond()) < Long.MAX_VALUE / 1_000;
    }

    /** Its position: the start in milliseconds since 1970, at least 0; without a start, the ingestion time. */
    long at(long arrival) {
        return Math.max(0, startedAt == null ? arrival : startedAt.toEpochMilli());
    }
}
