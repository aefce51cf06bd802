package footfall.row;

import footfall.line.TrailId;
import java.time.Instant;
import java.util.function.BiConsumer;

/**
 * The state of a fold: rows by typed keys, and one deadline per trail. Values are immutable and replaced by a
 * put. Not thread-safe.
 */
public interface Rows {
    /** The row, or null. */
    <V> V get(RowKey<V> key);

    <V> void put(RowKey<V> key, V value);

    void delete(RowKey<?> key);

    /** States that a prefix has no stored rows, so that later reads need not search for any. */
    default void begin(RowKey<?> prefix) {}

    /** Every row with a prefix, in any order; they may be changed and deleted meanwhile. */
    <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row);

    /** Moves the trail's deadline; {@code from} and {@code to} are null for none. */
    void moveDeadline(TrailId trail, Instant from, Instant to);

    default void deleteAll(RowKey<?> prefix) {
        each(prefix, (key, value) -> delete(key));
    }
}
