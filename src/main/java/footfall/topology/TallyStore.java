package footfall.topology;

import footfall.pattern.TallyRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The rows of a running tally in a state store. */
record TallyStore(KeyValueStore<Bytes, byte[]> store) implements TallyRows {
  @Override
  public byte[] get(byte[] key) {
    return store.get(Bytes.wrap(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    store.put(Bytes.wrap(key), value);
  }

  @Override
  public void delete(byte[] key) {
    store.delete(Bytes.wrap(key));
  }

  @Override
  public List<Row> first(byte[] prefix, int max) {
    return rows(store.range(Bytes.wrap(prefix), after(prefix)), max);
  }

  @Override
  public void each(byte[] prefix, Consumer<Row> row) {
    try (var found = store.range(Bytes.wrap(prefix), after(prefix))) {
      found.forEachRemaining(stored -> row.accept(new Row(stored.key.get(), stored.value)));
    }
  }

  /**
   * A reverse scan of a cached store also returns rows deleted since the last commit: some without a value,
   * some with the old one.
   */
  @Override
  public List<Row> last(byte[] prefix, int max) {
    for (int asked = max;; asked += asked) {
      var found = rows(store.reverseRange(Bytes.wrap(prefix), after(prefix)), asked);
      var there = found.stream().filter(row -> get(row.key()) != null).limit(max).toList();
      if (there.size() == max || found.size() < asked) {
        return there;
      }
    }
  }

  /** The first key after all keys with the prefix, whose first byte is small. */
  private static Bytes after(byte[] prefix) {
    int last = prefix.length - 1;
    while (prefix[last] == (byte) 0xFF) {
      last--;
    }
    var after = Arrays.copyOf(prefix, last + 1);
    after[last]++;
    return Bytes.wrap(after);
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
