package footfall.topology;

import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** A processor with the one store that it has: each further changelog is a partition of every transaction. */
record StoredProcessor<V>(Supplier<Processor<String, byte[], String, V>> processor, StoreBuilder<?> store)
    implements ProcessorSupplier<String, byte[], String, V> {

  @Override
  public Processor<String, byte[], String, V> get() {
    return processor.get();
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(store);
  }
}
