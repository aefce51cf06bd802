package footfall.topology;

import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * A processor with the one store that it has: each further changelog is a partition of every transaction. Reports to
 * {@link TopologyStatus} while it processes its partition.
 */
record StoredProcessor<K, V>(
        Supplier<Processor<String, byte[], K, V>> processor,
        Tables.Table table,
        StoreBuilder<?> store,
        TopologyStatus watch)
        implements ProcessorSupplier<String, byte[], K, V> {

    @Override
    public Processor<String, byte[], K, V> get() {
        var processor = this.processor.get();
        return new Processor<>() {
            private ProcessorContext<K, V> context;

            @Override
            public void init(ProcessorContext<K, V> context) {
                this.context = context;
                processor.init(context);
                watch.started(table.changelog(context));
            }

            @Override
            public void process(Record<String, byte[]> record) {
                processor.process(record);
            }

            @Override
            public void close() {
                try {
                    if (context != null) {
                        watch.stopped(table.changelog(context));
                    }
                } finally {
                    processor.close();
                }
            }
        };
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(store);
    }
}
