package footfall.bench;

import footfall.wire.Channels;
import footfall.wire.Received;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The limits: what a topology over the same lines costs that does next to nothing. */
final class MinimalTopology {
    private MinimalTopology() {}

    /** One get and one put a record, RocksDB with a changelog, nothing out. */
    static Topology getAndPut() {
        return of(new Supplier(false));
    }

    /** The same, and each record is read as a line: what is left of the limit to any that looks at lines. */
    static Topology readGetAndPut() {
        return of(new Supplier(true));
    }

    private static Topology of(Supplier supplier) {
        var builder = new StreamsBuilder();
        builder.stream(
                        Channels.LINES.topic(Channels.PREFIX),
                        Consumed.with(Serdes.String(), Serdes.ByteArray()).withName("lines-in"))
                .process(supplier, Named.as("get-and-put"));
        return builder.build();
    }

    /** Each record to another topic. */
    static Topology passThrough(String topic) {
        var builder = new StreamsBuilder();
        builder.stream(
                        Channels.LINES.topic(Channels.PREFIX),
                        Consumed.with(Serdes.String(), Serdes.ByteArray()).withName("lines-in"))
                .to(topic, Produced.with(Serdes.String(), Serdes.ByteArray()).withName("out"));
        return builder.build();
    }

    private record Supplier(boolean isReading) implements ProcessorSupplier<String, byte[], Void, Void> {
        @Override
        public Processor<String, byte[], Void, Void> get() {
            return new GetAndPut(isReading);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore("last"), Serdes.String(), Serdes.ByteArray())
                    .withLoggingEnabled(Map.of()));
        }
    }

    private static final class GetAndPut implements Processor<String, byte[], Void, Void> {
        private final boolean isReading;
        private KeyValueStore<String, byte[]> store;

        GetAndPut(boolean isReading) {
            this.isReading = isReading;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore("last");
        }

        @Override
        public void process(Record<String, byte[]> record) {
            if (isReading) {
                read(record);
            }
            store.get(record.key());
            store.put(record.key(), record.value());
        }

        private void read(Record<String, byte[]> record) {
            var place = new Received.Place("lines", 0, 0, record.timestamp());
            var raw = new Received.Raw(place, record.key(), record.value(), record.headers());
            if (!(Received.read(raw) instanceof Received.OfLine)) {
                throw new IllegalStateException("a line that was sent here cannot be read");
            }
        }
    }
}
