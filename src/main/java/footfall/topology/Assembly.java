package footfall.topology;

import footfall.alert.Alert;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.wire.RejectedLine;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/** Lines into turns: the assembler and its four outlets. */
record Assembly(
    Flow.Outlet<String, Turn> turns,
    Flow.Outlet<String, Invocation> invocations,
    Flow.Outlet<String, Alert> alerts,
    Flow.Outlet<String, RejectedLine> rejected) {

  static Assembly of(KStream<String, byte[]> lines, TopologySettings settings, Surroundings surroundings) {
    var assembled = lines.process(new AssemblySupplier(settings, surroundings), Named.as("assemble"));
    return new Assembly(
        new Flow.Outlet<>(only(assembled, Turn.class, "turns"), (key, turn) -> turn.sessionId()),
        new Flow.Outlet<>(only(assembled, Invocation.class, "invocations"), (key, row) -> row.sessionId()),
        new Flow.Outlet<>(only(assembled, Alert.class, "alerts"), (key, alert) -> alert.sessionId()),
        new Flow.Outlet<>(only(assembled, RejectedLine.class, "rejected"), (key, rejected) -> key));
  }

  private static <V> KStream<String, V> only(KStream<String, Object> assembled, Class<V> type, String noun) {
    return assembled
        .filter((key, value) -> type.isInstance(value), Named.as(noun + "-filter"))
        .mapValues(type::cast, Named.as(noun + "-cast"));
  }
}
