package footfall.topology;

import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** Builds the store of a table of rows: RocksDB with a changelog, and a cache of rows above. */
final class RowStoreBuilder implements StoreBuilder<RowStore> {
  private final StoreBuilder<KeyValueStore<Bytes, byte[]>> inner;

  private final TopologyStatus watch;

  /** {@code watch}: notified of flushed trails. */
  RowStoreBuilder(Tables.Table table, TopologyStatus watch) {
    this.watch = watch;
    inner = table.store().withCachingDisabled(); // RowCache is the cache.
  }

  @Override
  public RowStore build() {
    return new RowStore(inner.build(), watch);
  }

  @Override
  public StoreBuilder<RowStore> withCachingEnabled() {
    return this;
  }

  @Override
  public StoreBuilder<RowStore> withCachingDisabled() {
    return this;
  }

  @Override
  public StoreBuilder<RowStore> withLoggingEnabled(Map<String, String> config) {
    inner.withLoggingEnabled(config);
    return this;
  }

  @Override
  public StoreBuilder<RowStore> withLoggingDisabled() {
    throw new UnsupportedOperationException("a lost open turn is a lost turn");
  }

  @Override
  public Map<String, String> logConfig() {
    return inner.logConfig();
  }

  @Override
  public boolean loggingEnabled() {
    return inner.loggingEnabled();
  }

  @Override
  public String name() {
    return inner.name();
  }
}
