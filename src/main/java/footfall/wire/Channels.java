package footfall.wire;

import footfall.alert.Alert;
import footfall.desire.AppliedRemedy;
import footfall.desire.Desire;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.shipper.ShipperState;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.turn.TurnSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** All topics of footfall. */
public final class Channels {
    public static final String PREFIX = "footfall.";

    private static final Serde<String> TEXT = Serdes.String();

    /** Key: session id. Value: the events of one line, as {@link EventJson}. See {@link LineHeaders}. */
    public static final Channel<String, byte[]> LINES = new Channel<>(
            "lines",
            TEXT,
            Serdes.ByteArray(),
            Channel.Cleanup.DELETE,
            Duration.ofDays(7),
            Channel.Arrival.LOG_APPEND,
            "what lines say, from shippers and other programs; kept for as long as a processor may be stopped");

    /** Key: turn_id. */
    public static final Channel<String, Turn> TURNS = new Channel<>(
            "turns",
            TEXT,
            Json.serde(Turn.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            TurnRules.Timers.TURN_RETENTION,
            Channel.Arrival.CAUSE,
            "one record per closed turn; a later revision replaces it");

    /** Key: turn_id, {@code /} and the step's sequence. */
    public static final Channel<String, Invocation> INVOCATIONS = new Channel<>(
            "invocations",
            TEXT,
            Json.serde(Invocation.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            TurnRules.Timers.TURN_RETENTION,
            Channel.Arrival.CAUSE,
            "one record per step, for counting calls");

    /** Key: session id; for an outage the tool, for a budget the project. */
    public static final Channel<String, Alert> ALERTS = new Channel<>(
            "alerts",
            TEXT,
            Json.serde(Alert.class),
            Channel.Cleanup.DELETE,
            Duration.ofDays(30),
            Channel.Arrival.CAUSE,
            "problems that need attention now, raised and cleared");

    /** Key: session id, for a subagent {@code session/agent}. */
    public static final Channel<String, TurnSnapshot> OPEN = new Channel<>(
            "open",
            TEXT,
            Json.serde(TurnSnapshot.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            Duration.ofDays(1),
            Channel.Arrival.CAUSE,
            "open turns while they grow; a tombstone when the turn closes");

    /** Key: session id. */
    public static final Channel<String, SessionSummary> SESSIONS = new Channel<>(
            "sessions",
            TEXT,
            Json.serde(SessionSummary.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            TurnRules.Timers.TURN_RETENTION,
            Channel.Arrival.CAUSE,
            "the running summary of each session; a later one replaces it");

    /** Key: file id. */
    public static final Channel<String, RejectedLine> REJECTED = new Channel<>(
            "rejected",
            TEXT,
            Json.serde(RejectedLine.class),
            Channel.Cleanup.DELETE,
            Duration.ofDays(7),
            Channel.Arrival.CAUSE,
            "dead-letter topic: positions of invalid bytes and missing lines, never content");

    /** Key: that of the alert. */
    public static final Channel<String, Undelivered> UNDELIVERED = new Channel<>(
            "undelivered",
            TEXT,
            Json.serde(Undelivered.class),
            Channel.Cleanup.DELETE,
            Duration.ofDays(7),
            Channel.Arrival.CAUSE,
            "dead-letter topic of `relay`: alerts that it could not deliver, with the reason");

    /** Key: turn_id, {@code /} and the group. */
    public static final Channel<String, Exported> EXPORTED = new Channel<>(
            "exported",
            TEXT,
            Json.serde(Exported.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            TurnRules.Timers.TURN_RETENTION,
            Channel.Arrival.CAUSE,
            "turns that `relay --otlp` has exported, so that it exports none twice");

    /** Key: the shipper's ID. */
    public static final Channel<String, ShipperState> SHIPPERS = new Channel<>(
            "shippers",
            TEXT,
            Json.serde(ShipperState.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            Duration.ofDays(90),
            Channel.Arrival.LOG_APPEND,
            "the last report of each shipper: what it reads and how far behind it is");

    /** Key: {@code desire/at}. */
    public static final Channel<String, AppliedRemedy> REMEDIES = new Channel<>(
            "remedies",
            TEXT,
            Json.serde(AppliedRemedy.class),
            Channel.Cleanup.COMPACT_AND_DELETE,
            Duration.ofDays(365),
            Channel.Arrival.LOG_APPEND,
            "when a remedy was applied against which desire");

    /** Key: pattern. */
    public static final Channel<String, Pattern> PATTERNS =
            tally("patterns", Json.serde(Pattern.class), "how often each pattern occurs; unused ones are withdrawn");

    /** Key: tool. */
    public static final Channel<String, Tool> TOOLS =
            tally("tools", Json.serde(Tool.class), "calls of each tool, lengths of their turns, failures");

    /** Key: {@code level:name}. */
    public static final Channel<String, RecurringLoop> LOOPS = tally(
            "loops",
            Json.serde(RecurringLoop.class),
            "loops of long turns by level and name; unused ones are withdrawn");

    /** Key: {@code category:subject}. */
    public static final Channel<String, Desire> DESIRES =
            tally("desires", Json.serde(Desire.class), "what agents struggle with; withdrawn when it ends");

    /** Key: hour, project, host, user and model. */
    public static final Channel<String, BilledHour> USAGE =
            tally("usage", Json.serde(BilledHour.class), "tokens and cost by hour, project, host, user and model");

    private static final Set<Channel<?, ?>> BESIDE = Set.of(UNDELIVERED, EXPORTED, SHIPPERS, REMEDIES);

    private Channels() {}

    /** The latest record for a key is authoritative, until a tombstone deletes it. */
    private static <V> Channel<String, V> tally(String name, Serde<V> value, String why) {
        return new Channel<>(name, TEXT, value, Channel.Cleanup.COMPACT, null, Channel.Arrival.CAUSE, why);
    }

    /** Those that the topology reads or writes. */
    public static List<Channel<?, ?>> ofTopology() {
        return all().stream().filter(channel -> !BESIDE.contains(channel)).toList();
    }

    public static List<Channel<?, ?>> all() {
        return List.of(
                LINES,
                TURNS,
                INVOCATIONS,
                ALERTS,
                OPEN,
                SESSIONS,
                PATTERNS,
                TOOLS,
                LOOPS,
                DESIRES,
                USAGE,
                REJECTED,
                UNDELIVERED,
                EXPORTED,
                SHIPPERS,
                REMEDIES);
    }
}
