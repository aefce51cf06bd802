package footfall.run;

import footfall.broker.TopicSpec;
import footfall.wire.Channels;
import java.util.List;

/** The specs of footfall's topics. */
public final class TopicSpecs {
    /** The default for a cluster; one machine uses {@link #EMBEDDED}. */
    public static final int PARTITIONS = 24;

    public static final int EMBEDDED = 4;

    private TopicSpecs() {}

    public static List<TopicSpec> of(String prefix, int partitions) {
        return Channels.all().stream()
                .map(channel -> new TopicSpec(channel.topic(prefix), partitions, channel.configs()))
                .toList();
    }
}
