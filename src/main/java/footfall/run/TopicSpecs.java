package footfall.run;

import footfall.broker.TopicSpec;
import footfall.wire.Channels;
import java.util.List;

/** The topics that footfall needs, as the broker is to hold them. */
public final class TopicSpecs {
  /** A cluster's partitions; one machine has {@link #EMBEDDED}. */
  public static final int PARTITIONS = 24;

  public static final int EMBEDDED = 4;

  private TopicSpecs() {}

  public static List<TopicSpec> of(String prefix, int partitions) {
    return Channels.all().stream()
        .map(channel -> new TopicSpec(channel.topic(prefix), partitions, channel.configs()))
        .toList();
  }
}
