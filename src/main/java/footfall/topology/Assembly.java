package footfall.topology;

import footfall.alert.Alert;
import footfall.session.SessionSummary;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.wire.RejectedLine;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/** Lines into turns: the assembler and its outlets. */
record Assembly(
    ChannelTopology.Outlet<String, Turn> turns,
    ChannelTopology.Outlet<String, Invocation> invocations,
    ChannelTopology.Outlet<String, Alert> alerts,
    ChannelTopology.Outlet<String, SessionSummary> sessions,
    ChannelTopology.Outlet<String, RejectedLine> rejected,
    KStream<String, byte[]> deltas) {

  static final String TURNS = "turns";
  static final String INVOCATIONS = "invocations";
  static final String ALERTS = "alerts";
  static final String SESSIONS = "sessions";
  static final String REJECTED = "rejected";
  static final String DELTAS = "deltas";

  static Assembly of(KStream<String, byte[]> lines, TopologySettings settings, TaskContext context) {
    var assembler = new StoredProcessor<>(() -> new AssemblyShell(settings, context), new RowStoreBuilder(
        Tables.ASSEMBLER, context.watch()));
    var assembled = lines.process(assembler, Named.as("assemble"));
    return new Assembly(
        new ChannelTopology.Outlet<>(only(assembled, Turn.class, TURNS), (key, turn) -> turn.id()
            .sessionId()),
        new ChannelTopology.Outlet<>(only(assembled, Invocation.class, INVOCATIONS), (key, row) -> row
            .sessionId()),
        new ChannelTopology.Outlet<>(only(assembled, Alert.class, ALERTS), (key, alert) -> alert.sessionId()),
        new ChannelTopology.Outlet<>(only(assembled, SessionSummary.class, SESSIONS), (key, summary) -> key),
        new ChannelTopology.Outlet<>(only(assembled, RejectedLine.class, REJECTED), (key, rejected) -> key),
        only(assembled, byte[].class, DELTAS));
  }

  /** The shell forwards to the node of each noun by name, so that no record is tried against every outlet. */
  private static <V> KStream<String, V> only(KStream<String, Object> assembled, Class<V> type, String noun) {
    return assembled.mapValues(type::cast, Named.as(noun));
  }
}
