package footfall.topology;

import static footfall.wire.Channels.ALERTS;
import static footfall.wire.Channels.DESIRES;
import static footfall.wire.Channels.INVOCATIONS;
import static footfall.wire.Channels.LINES;
import static footfall.wire.Channels.LOOPS;
import static footfall.wire.Channels.OPEN;
import static footfall.wire.Channels.PATTERNS;
import static footfall.wire.Channels.REJECTED;
import static footfall.wire.Channels.SESSIONS;
import static footfall.wire.Channels.TOOLS;
import static footfall.wire.Channels.TURNS;
import static footfall.wire.Channels.USAGE;

import org.apache.kafka.streams.Topology;

/** The complete topology; reads like a table of contents. */
public final class FootfallTopology {
    private FootfallTopology() {}

    /** {@code context}: the connection between the shells and the running client. */
    public static Topology build(TopologySettings settings, TaskContext context) {
        var flow = ChannelTopology.over(settings);
        var lines = flow.from(LINES, "lines-in");
        var assembled = AssemblyShell.on(lines, settings, context);
        flow.to(TURNS, assembled, Assembly.TURNS)
                .to(INVOCATIONS, assembled, Assembly.INVOCATIONS)
                .to(ALERTS, assembled, Assembly.ALERTS)
                .to(OPEN, assembled, Assembly.OPEN)
                .to(SESSIONS, assembled, Assembly.SESSIONS)
                .to(REJECTED, assembled, Assembly.REJECTED);
        var unlogged = TurnLog.of(flow.bytesFrom(LogKind.channels(), "turns-in"), settings, context);
        flow.write(REJECTED, "unlogged-out", unlogged, Assembly.REJECTED);
        var tallied = TallyShell.on(Assembly.DELTAS.from(assembled), settings, context);
        flow.to(PATTERNS, tallied, TallyTopology.PATTERNS)
                .to(TOOLS, tallied, TallyTopology.TOOLS)
                .to(LOOPS, tallied, TallyTopology.LOOPS)
                .to(DESIRES, tallied, TallyTopology.DESIRES)
                .to(USAGE, tallied, TallyTopology.USAGE)
                .to(ALERTS, "outages-out", tallied, TallyTopology.OUTAGES)
                .to(REJECTED, "untallied-out", tallied, TallyTopology.UNTALLIED);
        return flow.topology();
    }
}
