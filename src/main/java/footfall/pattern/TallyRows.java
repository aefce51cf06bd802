package footfall.pattern;

import java.util.List;
import java.util.function.Consumer;

/**
 * The state of a running tally: bytes under bytes, in their unsigned order. Not for more than one thread at a
 * time.
 */
public interface TallyRows {
  /** A row as it stands. */
  record Row(byte[] key, byte[] value) {}

  /** The value, or null. */
  byte[] get(byte[] key);

  void put(byte[] key, byte[] value);

  void delete(byte[] key);

  /** At most {@code max} rows below a prefix that is shorter than any key below it, from the first on. */
  List<Row> first(byte[] prefix, int max);

  /** All of them, one by one; none is changed meanwhile. */
  void each(byte[] prefix, Consumer<Row> row);

  /** At most {@code max} rows below a prefix, from the last back. */
  List<Row> last(byte[] prefix, int max);
}
