package footfall.turn;

import java.time.Instant;
import java.util.function.BiConsumer;

/**
 * The state of a fold: rows under typed keys, and one deadline a trail. What a get returns is never changed,
 * only replaced by a put. Not for more than one thread at a time.
 */
public interface Rows {
  /** The row, or null. */
  <V> V get(Key<V> key);

  <V> void put(Key<V> key, V value);

  void delete(Key<?> key);

  /**
   * Promises that nothing stands below a prefix now, so that nobody looks there for what is not put from here
   * on.
   */
  default void begin(Key<?> prefix) {}

  /** Every row below a prefix, in any order; they may be changed and deleted meanwhile. */
  <V> void each(Key<V> prefix, BiConsumer<Key<V>, V> row);

  /** Moves the trail's deadline; {@code from} and {@code to} are null for none. */
  void moveDeadline(TrailId trail, Instant from, Instant to);

  default void deleteAll(Key<?> prefix) {
    each(prefix, (key, value) -> delete(key));
  }
}
