package footfall.run;

import footfall.broker.TopicSpec;
import footfall.topology.TopologySettings;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.List;

/** The specs of footfall's topics. */
public final class TopicSpecs {
    /** The default for a cluster; {@code up} uses the setting {@code partitions}. */
    public static final int PARTITIONS = 24;

    private TopicSpecs() {}

    /** With the retention of a team that does not set it. */
    public static List<TopicSpec> of(String prefix, int partitions) {
        return of(prefix, partitions, TopologySettings.TALLY_RETENTION);
    }

    /** {@code tallyRetention}: how long topics keep turns. */
    static List<TopicSpec> of(String prefix, int partitions, Duration tallyRetention) {
        return of(Channels.all(), prefix, partitions, tallyRetention);
    }

    /** Of topics that keep turns. */
    static List<TopicSpec> ofTurns(String prefix, int partitions, Duration tallyRetention) {
        return of(Channels.all().stream().filter(Channel::keepsTurns).toList(), prefix, partitions, tallyRetention);
    }

    static List<TopicSpec> of(List<Channel<?, ?>> channels, String prefix, int partitions, Duration tallyRetention) {
        var keepsAll = tallyRetention.equals(TopologySettings.KEEP_ALL);
        return channels.stream()
                .map(channel -> channel.keepsTurns() ? channel.keeping(keepsAll ? null : tallyRetention) : channel)
                .map(channel -> new TopicSpec(channel.topic(prefix), partitions, channel.configs()))
                .toList();
    }
}
