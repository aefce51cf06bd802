package footfall.topology;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Turns in order of their start, to be asked by page. A sub-topology of its own: no line waits for its
 * restoration.
 */
final class TurnLog implements Processor<String, byte[], Void, Void> {
  private static final Duration EXPIRY = Duration.ofSeconds(10);

  private final TopologySettings settings;
  private LogRows rows;
  private Counters counters;

  private TurnLog(TopologySettings settings) {
    this.settings = settings;
  }

  static void of(KStream<String, byte[]> turns, TopologySettings settings) {
    turns.process(new Supplier(settings), Named.as("log-turns"));
  }

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    rows = new LogRows(context.getStateStore(Tables.TURN_LOG.name()));
    counters = new Counters(context);
    context.schedule(EXPIRY, PunctuationType.WALL_CLOCK_TIME, this::expire);
  }

  @Override
  public void process(Record<String, byte[]> record) {
    try {
      rows.put(record.key(), record.value(), record.timestamp());
    } catch (SerializationException notOurs) {
      counters.count("turns-unreadable"); // Somebody else wrote to the topic; the log goes on without it.
    }
  }

  private void expire(long now) {
    rows.expire(now - settings.tallyRetention().toMillis());
  }

  private record Supplier(TopologySettings settings) implements ProcessorSupplier<String, byte[], Void,
      Void> {
    @Override
    public Processor<String, byte[], Void, Void> get() {
      return new TurnLog(settings);
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
      return Set.of(
          Stores.keyValueStoreBuilder(
              Stores.persistentKeyValueStore(Tables.TURN_LOG.name()), Serdes.Bytes(), Serdes.ByteArray())
              .withLoggingEnabled(Map.of()) // the topic turns forgets by arrival, the log by start
              .withCachingDisabled()); // one write a turn: nothing to gather
    }
  }
}
