package footfall.topology;

import footfall.pattern.TallyRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The rows of a running tally in a state store. The totals of a common tool change many times per commit. */
final class TallyStore extends WriteBehindStore implements TallyRows {
    private static final int ROWS_MAX = 8_192;

    private final KeyValueStore<Bytes, byte[]> store;
    private final Map<Bytes, Cached> rows = new HashMap<>();
    private final NavigableMap<Bytes, Cached> changed =
            new TreeMap<>(Comparator.comparing(Bytes::get, Arrays::compareUnsigned));

    TallyStore(KeyValueStore<Bytes, byte[]> store) {
        super(store);
        this.store = store;
    }

    /** {@code value} is null for no row; {@code isStored}: it may be in the store. */
    private static final class Cached {
        private byte[] value;
        private boolean isStored;
        private boolean isChanged;

        Cached(byte[] value, boolean isStored) {
            this.value = value;
            this.isStored = isStored;
        }
    }

    @Override
    public byte[] get(byte[] key) {
        var id = Bytes.wrap(key);
        var row = rows.get(id);
        if (row == null) {
            var stored = store.get(id);
            row = hold(id, new Cached(stored, stored != null));
        }
        return row.value;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        var id = Bytes.wrap(key);
        var row = rows.get(id);
        if (row == null) {
            row = hold(id, new Cached(null, true)); // Not read: for a missing row RocksDB throws an exception.
        }
        row.value = value;
        if (!row.isChanged) {
            row.isChanged = true;
            changed.put(id, row);
        }
    }

    @Override
    public void delete(byte[] key) {
        put(key, null);
    }

    private Cached hold(Bytes key, Cached row) {
        if (rows.size() >= ROWS_MAX) {
            writeDown();
            rows.clear();
        }
        rows.put(key, row);
        return row;
    }

    @Override
    void writeDown() {
        changed.forEach((key, row) -> {
            if (row.value != null || row.isStored) {
                store.put(key, row.value); // delete() would read the row first.
            }
            row.isStored = row.value != null;
            row.isChanged = false;
        });
        changed.clear();
    }

    @Override
    void forget() {
        rows.clear();
        changed.clear();
    }

    @Override
    public List<Row> first(byte[] prefix, int max) {
        writeDownBelow(prefix);
        return rows(store.range(Bytes.wrap(prefix), after(prefix)), max);
    }

    @Override
    public void each(byte[] prefix, Consumer<Row> row) {
        writeDownBelow(prefix);
        try (var found = store.range(Bytes.wrap(prefix), after(prefix))) {
            found.forEachRemaining(stored -> row.accept(new Row(stored.key.get(), stored.value)));
        }
    }

    @Override
    public List<Row> last(byte[] prefix, int max) {
        writeDownBelow(prefix);
        return rows(store.reverseRange(Bytes.wrap(prefix), after(prefix)), max);
    }

    /** A scan reads the store. Few scans read rows that have changed since the last commit. */
    private void writeDownBelow(byte[] prefix) {
        if (!changed.subMap(Bytes.wrap(prefix), after(prefix)).isEmpty()) {
            writeDown();
        }
    }

    private static List<Row> rows(KeyValueIterator<Bytes, byte[]> found, int max) {
        try (found) {
            var rows = new ArrayList<Row>();
            while (found.hasNext() && rows.size() < max) {
                var row = found.next();
                rows.add(new Row(row.key.get(), row.value));
            }
            return rows;
        }
    }
}
