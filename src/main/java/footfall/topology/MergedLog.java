package footfall.topology;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Partitions of the turn log as one store, so that a page reads as many rows in all as it would of each. */
record MergedLog(List<ReadOnlyKeyValueStore<Bytes, byte[]>> partitions)
        implements ReadOnlyKeyValueStore<Bytes, byte[]> {
    @Override
    public byte[] get(Bytes key) {
        return partitions.stream()
                .map(one -> one.get(key))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return merged(one -> one.range(from, to), Comparator.naturalOrder());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
        return merged(one -> one.reverseRange(from, to), Comparator.reverseOrder());
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return merged(ReadOnlyKeyValueStore::all, Comparator.naturalOrder());
    }

    @Override
    public long approximateNumEntries() {
        return partitions.stream()
                .mapToLong(ReadOnlyKeyValueStore::approximateNumEntries)
                .sum();
    }

    private Merged merged(
            Function<ReadOnlyKeyValueStore<Bytes, byte[]>, KeyValueIterator<Bytes, byte[]>> rows,
            Comparator<Bytes> order) {
        var merged = new Merged(new PriorityQueue<>(Comparator.comparing(KeyValueIterator::peekNextKey, order)));
        try {
            partitions.forEach(one -> merged.add(rows.apply(one)));
            return merged;
        } catch (RuntimeException moved) {
            merged.close();
            throw moved;
        }
    }

    /** {@code open}: those that have a next row. */
    private record Merged(PriorityQueue<KeyValueIterator<Bytes, byte[]>> open)
            implements KeyValueIterator<Bytes, byte[]> {
        void add(KeyValueIterator<Bytes, byte[]> rows) {
            if (rows.hasNext()) {
                open.add(rows);
            } else {
                rows.close();
            }
        }

        @Override
        public boolean hasNext() {
            return !open.isEmpty();
        }

        @Override
        public Bytes peekNextKey() {
            return open.element().peekNextKey();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            var first = open.remove();
            var row = first.next();
            add(first);
            return row;
        }

        @Override
        public void close() {
            open.forEach(KeyValueIterator::close);
        }
    }
}
