package footfall.topology;

import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** Builds the store of a table: RocksDB with a changelog, and a cache of rows above. */
final class WriteBehindBuilder<S extends WriteBehindStore> implements StoreBuilder<S> {
    private final StoreBuilder<KeyValueStore<Bytes, byte[]>> inner;
    private final Function<KeyValueStore<Bytes, byte[]>, S> cached;

    WriteBehindBuilder(
            StoreBuilder<KeyValueStore<Bytes, byte[]>> inner, Function<KeyValueStore<Bytes, byte[]>, S> cached) {
        this.inner = inner.withCachingDisabled(); // The store above is the cache.
        this.cached = cached;
    }

    @Override
    public S build() {
        return cached.apply(inner.build());
    }

    @Override
    public StoreBuilder<S> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<S> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<S> withLoggingEnabled(Map<String, String> config) {
        inner.withLoggingEnabled(config);
        return this;
    }

    @Override
    public StoreBuilder<S> withLoggingDisabled() {
        throw new UnsupportedOperationException("a lost row is a lost turn");
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
