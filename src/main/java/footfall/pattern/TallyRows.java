package footfall.pattern;

import java.util.List;
import java.util.function.Consumer;

/** The state of a running tally: key-value pairs of bytes in unsigned order. Not thread-safe. */
public interface TallyRows {
    /** A key and its value. */
    record Row(byte[] key, byte[] value) {}

    /** The value, or null. */
    byte[] get(byte[] key);

    void put(byte[] key, byte[] value);

    void delete(byte[] key);

    /** At most {@code max} rows with a prefix shorter than any key, in ascending order. */
    List<Row> first(byte[] prefix, int max);

    /** All of them, one by one; do not modify rows meanwhile. */
    void each(byte[] prefix, Consumer<Row> row);

    /** At most {@code max} rows with a prefix, in descending order. */
    List<Row> last(byte[] prefix, int max);
}
