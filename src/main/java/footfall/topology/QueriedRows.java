package footfall.topology;

import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import java.time.Instant;
import java.util.function.BiConsumer;

/** The rows of a partition's trails as of the last flush, read-only. */
record QueriedRows(QueriedStore store) implements Rows {
    private static final String READ_ONLY = "queried rows are read-only";

    @Override
    public <V> V get(RowKey<V> key) {
        var found = store.get(key.bytes());
        return found == null ? null : key.kind().value(found);
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        store.each(prefix.bytes(), false, next -> {
            row.accept(
                    RowKey.parse(prefix.kind(), next.key.get()), prefix.kind().value(next.value));
            return true;
        });
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public void delete(RowKey<?> key) {
        throw new UnsupportedOperationException(READ_ONLY);
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        throw new UnsupportedOperationException(READ_ONLY);
    }
}
