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
final class TallyTopology {
  /** The topic is named after it: API. */
  static final String BY_KEY = "tally-by-key";

  static final Outlet<String, Pattern> PATTERNS = new Outlet<>("patterns", Pattern.class, (key, one) -> key);
  static final Outlet<String, Tool> TOOLS = new Outlet<>("tools", Tool.class, (key, one) -> key);
  static final Outlet<String, Desire> DESIRES = new Outlet<>("desires", Desire.class, (key, one) -> key);
  static final Outlet<String, Alert> OUTAGES = new Outlet<>("outages", Alert.class, (key, one) -> key);
  /** Records of the repartition that cannot be read. */
  static final Outlet<String, RejectedLine> UNTALLIED =
      new Outlet<>("untallied", RejectedLine.class, (key, one) -> key);

  private TallyTopology() {}

  static KStream<Object, Object> of(KStream<String, byte[]> deltas, TopologySettings settings,
      TaskContext context) {
    var bySubject =
        deltas.repartition(Repartitioned.with(Serdes.String(), Serdes.ByteArray()).withName(BY_KEY));
    var tally = new StoredProcessor<>(() -> new TallyShell(settings, context), new WriteBehindBuilder<>(
        Tables.TALLY.store(), TallyStore::new));
    return bySubject.process(tally, Named.as("tally"));
  }

  /** The topic of the repartition. */
  static String topic(String applicationId) {
    return applicationId + "-" + BY_KEY + "-repartition";
  }
}
