package footfall.topology;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.ResultOrder;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A RocksDB store with a changelog below, and a cache of rows above it, which is written through when the
 * task commits. Kafka Streams' own cache looks up bytes in a tree for each get and put:
 * topology-docs/develop/decisions/state-rows.md says why an interface of {@code internals} is worth it.
 */
abstract class WriteBehindStore implements StateStore, CachedStateStore<Object, Object> {
    private final KeyValueStore<Bytes, byte[]> store;

    WriteBehindStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** Writes changed rows to the store. */
    abstract void writeDown();

    /** Clears the cache, changed rows included, because the store's content changed. */
    abstract void forget();

    /** Called by the stream thread on each commit; {@link #commit} is also called by the restoring thread. */
    @Override
    public void flushCache() {
        writeDown();
    }

    @Override
    public final void clearCache() {
        forget();
    }

    @Override
    public boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        // After an aborted transaction, the task reuses this object with an earlier state.
        forget();
        store.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        writeDown();
        store.commit(changelogOffsets);
    }

    @Override
    public Long committedOffset(TopicPartition partition) {
        return store.committedOffset(partition);
    }

    @Override
    @SuppressWarnings("deprecation") // Kept until it is removed.
    public boolean managesOffsets() {
        return store.managesOffsets();
    }

    @Override
    public void close() {
        forget();
        store.close();
    }

    @Override
    public boolean persistent() {
        return store.persistent();
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }

    /**
     * Uses plain reads. Kafka's own query takes the position's lock and then the store's, while writers take
     * them in the opposite order, which caused deadlocks.
     */
    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        try {
            if (query instanceof KeyQuery<?, ?> one) {
                return answered(store.get((Bytes) one.getKey()));
            } else if (query instanceof RangeQuery<?, ?> range) {
                var from = (Bytes) range.getLowerBound().orElseThrow();
                var to = (Bytes) range.getUpperBound().orElseThrow();
                return answered(
                        range.resultOrder() == ResultOrder.DESCENDING
                                ? store.reverseRange(from, to)
                                : store.range(from, to));
            }
        } catch (InvalidStateStoreException leaving) {
            return QueryResult.forFailure(FailureReason.NOT_PRESENT, leaving.getMessage());
        }
        return QueryResult.forUnknownQueryType(query, this);
    }

    @SuppressWarnings("unchecked") // The query defines the type of its answer.
    private static <R> QueryResult<R> answered(Object found) {
        return QueryResult.forResult((R) found);
    }

    /** The first key after all keys with the prefix, whose first byte is a kind's code, below 7F. */
    static Bytes after(byte[] prefix) {
        int last = prefix.length - 1;
        while (prefix[last] == (byte) 0xFF) {
            last--;
        }
        var after = Arrays.copyOf(prefix, last + 1);
        after[last]++;
        return Bytes.wrap(after);
    }

    @Override
    public Position getPosition() {
        return store.getPosition();
    }

    /** Builds the store of a table: RocksDB with a changelog, and a cache of rows above. */
    static final class Builder<S extends WriteBehindStore> implements StoreBuilder<S> {
        private final StoreBuilder<KeyValueStore<Bytes, byte[]>> inner;
        private final Function<KeyValueStore<Bytes, byte[]>, S> cached;

        Builder(StoreBuilder<KeyValueStore<Bytes, byte[]>> inner, Function<KeyValueStore<Bytes, byte[]>, S> cached) {
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
}
