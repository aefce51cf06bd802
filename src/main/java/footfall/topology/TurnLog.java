package footfall.topology;

import footfall.wire.Received;
import footfall.wire.RejectedLine;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.Cancellable;
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
final class TurnLog implements Processor<String, byte[], String, RejectedLine> {
  private static final Duration EXPIRY = Duration.ofSeconds(10);

  private final TopologySettings settings;
  private final UnreadableRows unreadable;
  private ProcessorContext<String, RejectedLine> context;
  private LogRows rows;

  private TurnLog(TopologySettings settings, UnreadableRows unreadable) {
    this.settings = settings;
    this.unreadable = unreadable;
  }

  /** What comes out are the records that are no turns, and those of its changelog that are no rows. */
  static ChannelTopology.Outlet<String, RejectedLine> of(KStream<String, byte[]> turns,
      TopologySettings settings,
      UnreadableRows unreadable) {
    return new ChannelTopology.Outlet<>(turns.process(new Supplier(settings, unreadable), Named.as(
        "log-turns")),
        (key, rejected) -> key);
  }

  @Override
  public void init(ProcessorContext<String, RejectedLine> context) {
    this.context = context;
    rows = new LogRows(context.getStateStore(Tables.TURN_LOG.name()));
    context.schedule(EXPIRY, PunctuationType.WALL_CLOCK_TIME, this::expire);
    var once = new AtomicReference<Cancellable>();
    once.set(context.schedule(PunctuationSchedule.QUICK, PunctuationType.WALL_CLOCK_TIME, now -> {
      once.get().cancel();
      report(now);
    }));
  }

  @Override
  public void process(Record<String, byte[]> record) {
    if (record.key() != null && record.value() == null) {
      rows.withdraw(record.key());
      return;
    }
    var turn = record.key() == null ? Optional.<LoggedTurn>empty() : LoggedTurn.of(record.value());
    turn.ifPresentOrElse(
        read -> rows.put(record.key(), record.value(), read.at(record.timestamp())), () -> reject(record));
  }

  private void reject(Record<String, byte[]> record) {
    var at = context.recordMetadata().orElseThrow();
    var row = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp())
        .unreadable(record.value());
    context.forward(new Record<>(row.fileId(), row, record.timestamp()));
  }

  /** What was not restored: nothing can be forwarded before the task has begun. */
  private void report(long now) {
    for (var row : unreadable.take(Tables.TURN_LOG.changelog(context))) {
      context.forward(new Record<>(row.fileId(), row, now));
    }
  }

  private void expire(long now) {
    rows.expire(now - settings.tallies().retention().toMillis());
  }

  private record Supplier(TopologySettings settings, UnreadableRows unreadable) implements ProcessorSupplier<
      String, byte[], String,
      RejectedLine> {
    @Override
    public Processor<String, byte[], String, RejectedLine> get() {
      return new TurnLog(settings, unreadable);
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
