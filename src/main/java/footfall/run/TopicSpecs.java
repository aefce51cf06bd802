package footfall.run;

import footfall.broker.TopicSpec;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.util.List;

/** The specs of footfall's topics. */
public final class TopicSpecs {
    /** The default for a cluster; {@code up} uses the setting {@code partitions}. */
    public static final int PARTITIONS = 24;

    private TopicSpecs() {}

    public static List<TopicSpec> of(String prefix, int partitions) {
        return of(Channels.all(), prefix, partitions);
    }

    static List<TopicSpec> of(List<Channel<?, ?>> channels, String prefix, int partitions) {
        return channels.stream()
                .map(channel -> new TopicSpec(channel.topic(prefix), partitions, channel.configs()))
                .toList();
    }
}
