package footfall.wire;

import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.turn.Arrival;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;

/** What a record of the topic {@code lines} turned out to be. */
public sealed interface Received {
  /** A line, and how it came in. */
  record OfLine(Arrival arrival, Line line) implements Received {}

  /** A poison record: not by a shipper, by a newer one, or damaged. */
  record Unreadable(RejectedLine why) implements Received {}

  /**
   * Where the record stood, and when it arrived, in milliseconds; names an unreadable one whose headers say
   * nothing.
   */
  record Place(String topic, int partition, long offset, long timestamp) {
    /** How the topic {@code rejected} names a record that cannot be read. */
    public RejectedLine unreadable(byte[] value) {
      int length = value == null ? 0 : value.length;
      return new RejectedLine(topic + "-" + partition, offset, length, RejectedBytes.Reason.UNREADABLE, null);
    }
  }

  /** A record as it came; the key, the value or both may be null. */
  record Raw(Place place, String key, byte[] value, Headers headers) {
    Received unreadable() {
      return new Unreadable(place.unreadable(value));
    }
  }

  /** Reads one record. */
  static Received read(LineParser parser, Raw raw) {
    var told = LineHeaders.of(raw.headers()).orElse(null);
    if (told == null || raw.key() == null || raw.value() == null) {
      return raw.unreadable();
    }
    var source = Source.topic(new SessionId(raw.key()), told.agent()).in(told.dialect());
    var parts = parser.parse(Bytes.of(raw.value()), told.offset(), source);
    if (parts.size() != 1 || !(parts.get(0) instanceof Parsed.Accepted accepted)
        || !source.session().value().equals(raw.key())
        || isOfAnother(accepted.line(), source.session())) {
      return raw.unreadable();
    }
    var at = Instant.ofEpochMilli(raw.place().timestamp());
    return new OfLine(
        new Arrival(
            told.file(), told.offset(), told.previousOffset(), at, told.copiedFrom(), told.host(), told
                .user(),
            told.skipped()),
        accepted.line());
  }

  /** A line in the partition of another session would be folded beside the others of its own. */
  private static boolean isOfAnother(Line line, SessionId key) {
    return !(line instanceof Line.Nothing) && !line.envelope().session().equals(key);
  }
}
