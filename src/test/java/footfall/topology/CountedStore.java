package footfall.topology;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** A store in memory that counts its reads and the rows its scans return, and keeps where each scan began. */
final class CountedStore implements KeyValueStore<Bytes, byte[]> {
    private final KeyValueStore<Bytes, byte[]> store =
            Stores.inMemoryKeyValueStore("counted").get();
    private final List<Bytes> scans = new ArrayList<>();
    private int rows;
    private int gets;

    int rows() {
        return rows;
    }

    int gets() {
        return gets;
    }

    /** Where scans began. */
    List<Bytes> scans() {
        return List.copyOf(scans);
    }

    /** The instants at which scans for deadlines began. */
    List<Long> instants() {
        return scans.stream()
                .filter(from -> from.get()[0] >= StoreRows.DueRows.OF_SESSIONS)
                .map(from -> ByteBuffer.wrap(from.get()).getLong(1))
                .toList();
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        scans.add(from);
        var found = store.range(from, to);
        return new KeyValueIterator<>() {
            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public KeyValue<Bytes, byte[]> next() {
                rows++;
                return found.next();
            }

            @Override
            public Bytes peekNextKey() {
                return found.peekNextKey();
            }

            @Override
            public void close() {
                found.close();
            }
        };
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        scans.add(from);
        return store.reverseRange(from, to);
    }

    @Override
    public byte[] get(Bytes key) {
        gets++;
        return store.get(key);
    }

    @Override
    public void put(Bytes key, byte[] value) {
        store.put(key, value);
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        return store.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        store.putAll(entries);
    }

    @Override
    public byte[] delete(Bytes key) {
        return store.delete(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return store.all();
    }

    @Override
    public <S extends Serializer<P>, P> KeyValueIterator<Bytes, byte[]> prefixScan(P prefix, S serializer) {
        return store.prefixScan(prefix, serializer);
    }

    @Override
    public long approximateNumEntries() {
        return store.approximateNumEntries();
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        store.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> offsets) {
        store.commit(offsets);
    }

    @Override
    public void close() {
        store.close();
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }
}
