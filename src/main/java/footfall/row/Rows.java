package footfall.row;

import footfall.line.TrailId;
import java.time.Instant;
import java.util.function.BiConsumer;

/**
 * The state of a fold: rows under typed keys, and one deadline a trail. What a get returns is never changed,
 * only replaced by a put. Not for more than one thread at a time.
 */
public interface Rows {
  /** The row, or null. */
  <V> V get(RowKey<V> key);

  <V> void put(RowKey<V> key, V value);

  void delete(RowKey<?> key);

  /**
   * Promises that nothing stands below a prefix now, so that nobody looks there for what is not put from here
   * on.
   */
  default void begin(RowKey<?> prefix) {}

  /** Every row below a prefix, in any order; they may be changed and deleted meanwhile. */
  <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row);

  /** Moves the trail's deadline; {@code from} and {@code to} are null for none. */
  void moveDeadline(TrailId trail, Instant from, Instant to);

  default void deleteAll(RowKey<?> prefix) {
    each(prefix, (key, value) -> delete(key));
  }
}
