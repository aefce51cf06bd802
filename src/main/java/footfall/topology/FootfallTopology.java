package footfall.topology;

import static footfall.wire.Channels.ALERTS;
import static footfall.wire.Channels.DESIRES;
import static footfall.wire.Channels.INVOCATIONS;
import static footfall.wire.Channels.LINES;
import static footfall.wire.Channels.PATTERNS;
import static footfall.wire.Channels.REJECTED;
import static footfall.wire.Channels.SESSIONS;
import static footfall.wire.Channels.TOOLS;
import static footfall.wire.Channels.TURNS;

import org.apache.kafka.streams.Topology;

/** The whole of it; read it like a table of contents. */
public final class FootfallTopology {
  private FootfallTopology() {}

  /** {@code context}: what the shells are told by the running client. */
  public static Topology build(TopologySettings settings, TaskContext context) {
    var flow = ChannelTopology.over(settings);
    var lines = flow.from(LINES, "lines-in");
    var assembled = Assembly.of(lines, settings, context);
    flow.to(TURNS, assembled.turns()).to(INVOCATIONS, assembled.invocations());
    flow.to(ALERTS, assembled.alerts()).to(SESSIONS, assembled.sessions()).to(REJECTED, assembled.rejected());
    flow.to(REJECTED, "unlogged-out", TurnLog.of(flow.bytesFrom(TURNS, "turns-in"), settings, context
        .unreadable()));
    var tallies = TallyTopology.of(assembled.deltas(), settings, context);
    flow.to(PATTERNS, tallies.patterns()).to(TOOLS, tallies.tools()).to(DESIRES, tallies.desires());
    flow.to(ALERTS, "outages-out", tallies.outages()).to(REJECTED, "untallied-out", tallies.rejected());
    return flow.topology();
  }
}
