package footfall.topology;

import footfall.wire.Json;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;

/** What the turn log needs to know of a turn; the rest stays the bytes that came. */
record LoggedTurn(Instant startedAt) {
  /** Empty when the bytes are no turn. */
  static Optional<LoggedTurn> of(byte[] json) {
    try {
      return Optional.of(new LoggedTurn(Json.startedAt(json))).filter(LoggedTurn::hasPlace);
    } catch (SerializationException noTurn) {
      return Optional.empty();
    }
  }

  private boolean hasPlace() {
    return startedAt == null || Math.abs(startedAt.getEpochSecond()) < Long.MAX_VALUE / 1_000;
  }

  /** Where it stands: in milliseconds since 1970, at least 0; without a start at its arrival. */
  long at(long arrival) {
    return Math.max(0, startedAt == null ? arrival : startedAt.toEpochMilli());
  }
}
