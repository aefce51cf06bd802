package footfall.topology;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.wire.RejectedLine;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;

/** What turns give into tallies: one repartition by subject, the tally and its five outlets. */
record TallyTopology(
    ChannelTopology.Outlet<String, Pattern> patterns,
    ChannelTopology.Outlet<String, Tool> tools,
    ChannelTopology.Outlet<String, Desire> desires,
    ChannelTopology.Outlet<String, Alert> outages,
    ChannelTopology.Outlet<String, RejectedLine> rejected) {

  /** The topic is named after it: API. */
  static final String BY_KEY = "tally-by-key";

  static final String PATTERNS = "patterns";
  static final String TOOLS = "tools";
  static final String DESIRES = "desires";
  static final String OUTAGES = "outages";
  /** Records of the repartition that cannot be read. */
  static final String UNTALLIED = "untallied";

  static TallyTopology of(KStream<String, byte[]> deltas, TopologySettings settings,
      TaskContext context) {
    var bySubject =
        deltas.repartition(Repartitioned.with(Serdes.String(), Serdes.ByteArray()).withName(BY_KEY));
    // The totals of a common tool change many times a commit: the cache gathers them.
    var tally = new StoredProcessor<>(() -> new TallyShell(settings, context), Tables.TALLY.store()
        .withCachingEnabled());
    var tallied = bySubject.process(tally, Named.as("tally"));
    return new TallyTopology(
        only(tallied, Pattern.class, PATTERNS),
        only(tallied, Tool.class, TOOLS),
        only(tallied, Desire.class, DESIRES),
        only(tallied, Alert.class, OUTAGES),
        only(tallied, RejectedLine.class, UNTALLIED));
  }

  /** The topic of the repartition. */
  static String topic(String applicationId) {
    return applicationId + "-" + BY_KEY + "-repartition";
  }

  private static <V> ChannelTopology.Outlet<String, V> only(KStream<String, Object> all, Class<V> type,
      String noun) {
    return new ChannelTopology.Outlet<>(all.mapValues(type::cast, Named.as(noun)), (key, value) -> key);
  }
}
