package footfall.topology;

import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** A processor with the one store that it has: each further changelog is a partition of every transaction. */
record StoredProcessor<K, V>(Supplier<Processor<String, byte[], K, V>> processor, StoreBuilder<?> store)
        implements ProcessorSupplier<String, byte[], K, V> {

    @Override
    public Processor<String, byte[], K, V> get() {
        return processor.get();
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(store);
    }
}
