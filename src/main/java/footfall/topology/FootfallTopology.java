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

import footfall.topology.Outlet.Assembly;
import footfall.wire.Channel;
import footfall.wire.Partitions;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;

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

    /** Builds a topology from channels; the only user of a StreamsBuilder. */
    static final class ChannelTopology {
        private final StreamsBuilder builder;
        private final String prefix;

        private ChannelTopology(StreamsBuilder builder, String prefix) {
            this.builder = builder;
            this.prefix = prefix;
        }

        static ChannelTopology over(TopologySettings settings) {
            var config = new Properties();
            config.put(StreamsConfig.APPLICATION_ID_CONFIG, "naming-guard");
            config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
            // The check works only in the configuration that is passed to the builder.
            config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
            return new ChannelTopology(
                    new StreamsBuilder(new TopologyConfig(new StreamsConfig(config))), settings.prefix());
        }

        <K, V> KStream<K, V> from(Channel<K, V> channel, String name) {
            return builder.stream(
                    channel.topic(prefix),
                    Consumed.with(channel.key(), channel.value()).withName(name));
        }

        /** The raw values of several channels, by one source node. */
        KStream<String, byte[]> bytesFrom(Collection<Channel<String, ?>> channels, String name) {
            return builder.stream(
                    channels.stream().map(channel -> channel.topic(prefix)).toList(),
                    Consumed.with(Serdes.String(), Serdes.ByteArray()).withName(name));
        }

        /** Records go to the partition of their session. */
        <K, V> ChannelTopology to(Channel<String, V> channel, KStream<Object, Object> processed, Outlet<K, V> outlet) {
            return to(channel, channel.name() + "-out", processed, outlet);
        }

        <K, V> ChannelTopology to(
                Channel<String, V> channel, String name, KStream<Object, Object> processed, Outlet<K, V> outlet) {
            return write(channel, name, outlet.from(processed), outlet);
        }

        @SuppressWarnings(
                "removal") // Of the two methods of StreamPartitioner, the deprecated one is abstract (Kafka 4.4).
        <K, V> ChannelTopology write(
                Channel<String, V> channel, String name, KStream<K, V> stream, Outlet<K, V> outlet) {
            stream.to(
                    channel.topic(prefix),
                    Produced.with(outlet.keys(), channel.value())
                            .withStreamPartitioner((topic, key, value, partitions) -> Optional.of(
                                    Set.of(Partitions.ofSession(outlet.session().apply(key), partitions))))
                            .withName(name));
            return this;
        }

        Topology topology() {
            return builder.build();
        }
    }
}
