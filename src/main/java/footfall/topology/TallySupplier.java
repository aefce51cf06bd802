package footfall.topology;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The tally's one store. */
record TallySupplier(TopologySettings settings, TaskContext context)
    implements ProcessorSupplier<String, byte[], String, Object> {

  @Override
  public Processor<String, byte[], String, Object> get() {
    return new TallyShell(settings, context);
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(
        Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(Tables.TALLY.name()), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingEnabled(Map.of()) // turns are not folded twice
            .withCachingEnabled()); // the totals of a common tool change many times a commit
  }
}
