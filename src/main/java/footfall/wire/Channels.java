package footfall.wire;

import footfall.alert.Alert;
import footfall.session.SessionSummary;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** All topics of footfall. */
public final class Channels {
  public static final String PREFIX = "footfall.";

  private static final Serde<String> TEXT = Serdes.String();

  /**
   * Key: session id. Value: a redacted transcript line, in the transcript's own shape. See {@link
   * LineHeaders}.
   */
  public static final Channel<String, byte[]> LINES =
      new Channel<>(
          "lines",
          TEXT,
          Serdes.ByteArray(),
          Channel.Cleanup.DELETE,
          Duration.ofDays(7),
          Channel.Arrival.LOG_APPEND,
          "what shippers send; only read once, so kept as long as a processor may be away");

  /** Key: turn_id. */
  public static final Channel<String, Turn> TURNS =
      new Channel<>(
          "turns",
          TEXT,
          Json.serde(Turn.class),
          Channel.Cleanup.COMPACT_AND_DELETE,
          Duration.ofDays(90),
          Channel.Arrival.CAUSE,
          "one record a closed turn; a later revision replaces it");

  /** Key: turn_id, {@code /} and the step's sequence. */
  public static final Channel<String, Invocation> INVOCATIONS =
      new Channel<>(
          "invocations",
          TEXT,
          Json.serde(Invocation.class),
          Channel.Cleanup.COMPACT_AND_DELETE,
          Duration.ofDays(90),
          Channel.Arrival.CAUSE,
          "one record a step, for those who count calls");

  /** Key: session id. */
  public static final Channel<String, Alert> ALERTS =
      new Channel<>(
          "alerts",
          TEXT,
          Json.serde(Alert.class),
          Channel.Cleanup.DELETE,
          Duration.ofDays(30),
          Channel.Arrival.CAUSE,
          "what is worth waking someone for, raised and cleared");

  /** Key: session id. */
  public static final Channel<String, SessionSummary> SESSIONS =
      new Channel<>(
          "sessions",
          TEXT,
          Json.serde(SessionSummary.class),
          Channel.Cleanup.COMPACT_AND_DELETE,
          Duration.ofDays(90),
          Channel.Arrival.CAUSE,
          "one record a session while it runs; a later one replaces it");

  /** Key: file id. */
  public static final Channel<String, RejectedLine> REJECTED =
      new Channel<>(
          "rejected",
          TEXT,
          Json.serde(RejectedLine.class),
          Channel.Cleanup.DELETE,
          Duration.ofDays(7),
          Channel.Arrival.CAUSE,
          "where bytes were no line or lines are missing; never what they say");

  private Channels() {}

  public static List<Channel<?, ?>> all() {
    return List.of(LINES, TURNS, INVOCATIONS, ALERTS, SESSIONS, REJECTED);
  }
}
