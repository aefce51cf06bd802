package footfall.bench;

import footfall.wire.Channels;
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
    var builder = new StreamsBuilder();
    builder
        .stream(
            Channels.LINES.topic(Channels.PREFIX),
            Consumed.with(Serdes.String(), Serdes.ByteArray()).withName("lines-in"))
        .process(new Supplier(), Named.as("get-and-put"));
    return builder.build();
  }

  /** Each record to another topic. */
  static Topology passThrough(String topic) {
    var builder = new StreamsBuilder();
    builder
        .stream(
            Channels.LINES.topic(Channels.PREFIX),
            Consumed.with(Serdes.String(), Serdes.ByteArray()).withName("lines-in"))
        .to(topic, Produced.with(Serdes.String(), Serdes.ByteArray()).withName("out"));
    return builder.build();
  }

  private record Supplier() implements ProcessorSupplier<String, byte[], Void, Void> {
    @Override
    public Processor<String, byte[], Void, Void> get() {
      return new GetAndPut();
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
      return Set.of(
          Stores.keyValueStoreBuilder(
              Stores.persistentKeyValueStore("last"), Serdes.String(), Serdes.ByteArray())
              .withLoggingEnabled(Map.of()));
    }
  }

  private static final class GetAndPut implements Processor<String, byte[], Void, Void> {
    private KeyValueStore<String, byte[]> store;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
      store = context.getStateStore("last");
    }

    @Override
    public void process(Record<String, byte[]> record) {
      store.get(record.key());
      store.put(record.key(), record.value());
    }
  }
}
