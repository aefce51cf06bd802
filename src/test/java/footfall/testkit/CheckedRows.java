package footfall.testkit;

import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/** Rows in memory that check of every row put whether it and its key are read back as they were written. */
public final class CheckedRows implements Rows {
    private final MemoryRows rows = new MemoryRows();
    private final Set<RowKind<?>> seen = new HashSet<>();

    @Override
    public <V> V get(RowKey<V> key) {
        return rows.get(key);
    }

    @Override
    public <V> void put(RowKey<V> key, V value) {
        var kind = key.kind();
        if (!kind.value(kind.bytes(value)).equals(value)) {
            throw new AssertionError("read back as another: " + value);
        }
        if (!RowKey.parse(kind, key.bytes()).equals(key)) {
            throw new AssertionError("read back as another: " + key);
        }
        seen.add(kind);
        rows.put(key, value);
    }

    /** The kinds of rows put so far. */
    public Set<RowKind<?>> seen() {
        return Set.copyOf(seen);
    }

    @Override
    public void delete(RowKey<?> key) {
        rows.delete(key);
    }

    @Override
    public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
        rows.each(prefix, row);
    }

    @Override
    public void moveDeadline(TrailId trail, Instant from, Instant to) {
        // Deadlines are kept by the fold's own clock.
    }
}
