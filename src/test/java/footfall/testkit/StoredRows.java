package footfall.testkit;

import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Rows as a store keeps them: bytes under bytes, in the order of the keys, decoded anew at every read. */
public final class StoredRows implements Rows {
    private final TreeMap<byte[], byte[]> store = new TreeMap<>(Arrays::compareUnsigned);

    private record Row<V>(RowKey<V> key, V value) {}

    @Override
    public <V> V get(RowKey<V> key) {
        var stored = store.get(key.bytes());
        return stored == null ? null : key.kind().value(stored);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        store.put(key.bytes(), key.kind().bytes(value));
    }

    @Override
    public void delete(RowKey<?> key) {
        store.remove(key.bytes());
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        var start = prefix.bytes();
        var found = new ArrayList<Row<V>>();
        for (var entry : store.tailMap(start, true).entrySet()) {
            var key = entry.getKey();
            if (key.length < start.length || !Arrays.equals(key, 0, start.length, start, 0, start.length)) {
                break;
            }
            RowKind<V> kind = prefix.kind();
            found.add(new Row<>(RowKey.parse(kind, key), kind.value(entry.getValue())));
        }
        found.forEach(one -> row.accept(one.key(), one.value()));
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        // Deadlines are kept by the fold's own clock.
    }

    public int size() {
        return store.size();
    }

    /** Bytes of the largest row, key and value. */
    public int largest() {
        return store.entrySet().stream()
                .mapToInt(row -> row.getKey().length + row.getValue().length)
                .max()
                .orElse(0);
    }
}
