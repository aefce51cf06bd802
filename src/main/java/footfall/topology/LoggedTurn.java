package footfall.topology;

import footfall.wire.Json;
import java.time.Instant;

/** What the turn log needs to know of a turn; the rest stays the bytes that came. */
record LoggedTurn(Instant startedAt) {
  static LoggedTurn of(byte[] json) {
    return Json.read(LoggedTurn.class, json);
  }
}
