package footfall.wire;

import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Rejected;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.turn.Arrival;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.Headers;

/** What a record of the topic {@code lines} turned out to be. */
public sealed interface Received {
  /** A line, and how it came in. */
  record OfLine(Arrival arrival, Line line) implements Received {}

  /** A poison record: not by a shipper, by a newer one, or damaged. */
  record Unreadable(RejectedLine why) implements Received {}

  /** Where the record stood; names an unreadable one whose headers say nothing. */
  record Place(String topic, int partition, long offset) {
    String fileId() {
      return topic + "-" + partition;
    }
  }

  /** Reads one record; {@code timestamp} is its arrival in milliseconds. */
  static Received read(LineParser parser, String key, byte[] value, Headers headers, long timestamp,
      Place place) {
    var told = LineHeaders.of(headers).orElse(null);
    if (told == null || key == null || value == null) {
      return unreadable(place, value);
    }
    var source = Source.topic(new SessionId(key), told.agent());
    List<Parsed> parts = parser.parse(Bytes.of(value), told.offset(), source);
    if (parts.size() != 1 || !(parts.get(0) instanceof Parsed.Accepted accepted)) {
      return unreadable(place, value);
    }
    var at = Instant.ofEpochMilli(timestamp);
    return new OfLine(
        new Arrival(
            told.file(), told.offset(), told.previousOffset(), at, told.copiedFrom(), told.host(), told
                .user()),
        accepted.line());
  }

  private static Received unreadable(Place place, byte[] value) {
    int length = value == null ? 0 : value.length;
    return new Unreadable(
        new RejectedLine(place.fileId(), place.offset(), length, Rejected.Reason.UNREADABLE, null));
  }
}
