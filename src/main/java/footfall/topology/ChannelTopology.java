package footfall.topology;

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

/** Builds a topology from channels; the only user of a StreamsBuilder. */
final class ChannelTopology {
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

    @SuppressWarnings("removal") // Of the two methods of StreamPartitioner, the deprecated one is abstract (Kafka 4.4).
    <K, V> ChannelTopology write(Channel<String, V> channel, String name, KStream<K, V> stream, Outlet<K, V> outlet) {
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
