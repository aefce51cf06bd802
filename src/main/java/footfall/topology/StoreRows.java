package footfall.topology;

import footfall.line.SessionId;
import footfall.turn.Key;
import footfall.turn.Kind;
import footfall.turn.Rows;
import footfall.turn.Trail;
import footfall.turn.TrailId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Rows of the fold in a state store, and the deadlines of its trails in order of time:
 *
 * <pre>
 *   7F   instant             session  00  agent
 *   1 B  ms, 8 B big-endian  UTF-8        UTF-8
 * </pre>
 *
 * The earliest deadline is remembered, so that a tick with nothing due reads nothing.
 */
final class StoreRows implements Rows {
  private static final byte DEADLINE = 0x7F;
  private static final byte[] NOTHING = {};

  private final KeyValueStore<Bytes, byte[]> store;
  private final Map<TrailId, Trail> written = new LinkedHashMap<>();
  private long earliest = Long.MIN_VALUE;

  StoreRows(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** Forgets what it remembers of the store, which now holds something else. */
  void restart() {
    earliest = Long.MIN_VALUE;
    written.clear();
  }

  @Override
  public <V> V get(Key<V> key) {
    var bytes = store.get(Bytes.wrap(key.bytes()));
    return bytes == null ? null : key.kind().value(bytes);
  }

  @Override
  public <V> void put(Key<V> key, V value) {
    store.put(Bytes.wrap(key.bytes()), key.kind().bytes(value));
    if (value instanceof Trail trail) {
      written.put(key.trailId(), trail);
    }
  }

  /** The trails put since this was asked last. */
  void eachWritten(BiConsumer<TrailId, Trail> trail) {
    written.forEach(trail);
    written.clear();
  }

  /** Every trail there is. */
  void eachTrail(BiConsumer<TrailId, Trail> trail) {
    try (var rows = trails()) {
      while (rows.hasNext()) {
        var row = rows.next();
        if (row.key.get()[0] == Kind.TRAIL.code()) {
          trail.accept(Key.parse(Kind.TRAIL, row.key.get()).trailId(), Kind.TRAIL.value(row.value));
        }
      }
    }
  }

  private KeyValueIterator<Bytes, byte[]> trails() {
    return store.range(Bytes.wrap(new byte[]{Kind.TRAIL.code()}), Bytes.wrap(new byte[]{Kind.STEP.code()}));
  }

  @Override
  public void delete(Key<?> key) {
    store.delete(Bytes.wrap(key.bytes()));
  }

  @Override
  public <V> void each(Key<V> prefix, BiConsumer<Key<V>, V> row) {
    for (var found : below(prefix.bytes())) {
      row.accept(Key.parse(prefix.kind(), found.key.get()), prefix.kind().value(found.value));
    }
  }

  @Override
  public void deleteAll(Key<?> prefix) {
    below(prefix.bytes()).forEach(found -> store.delete(found.key));
  }

  private List<KeyValue<Bytes, byte[]>> below(byte[] prefix) {
    return all(store.prefixScan(prefix, new ByteArraySerializer()), Integer.MAX_VALUE);
  }

  private static List<KeyValue<Bytes, byte[]>> all(KeyValueIterator<Bytes, byte[]> iterator, int max) {
    try (iterator) {
      var found = new ArrayList<KeyValue<Bytes, byte[]>>();
      while (iterator.hasNext() && found.size() < max) {
        found.add(iterator.next());
      }
      return found;
    }
  }

  @Override
  public void moveDeadline(TrailId trail, Instant from, Instant to) {
    if (from != null) {
      store.delete(deadline(from.toEpochMilli(), trail));
    }
    if (to != null) {
      store.put(deadline(to.toEpochMilli(), trail), NOTHING);
      earliest = Math.min(earliest, to.toEpochMilli());
    }
  }

  /** At most {@code max} trails whose deadline is not after {@code now}, earliest first. */
  List<TrailId> due(Instant now, int max) {
    if (now.toEpochMilli() < earliest) {
      return List.of();
    }
    var found = all(store.range(deadlines(0), deadlines(Long.MAX_VALUE)), max);
    var due = new ArrayList<TrailId>();
    earliest = Long.MAX_VALUE;
    for (var row : found) {
      long at = ByteBuffer.wrap(row.key.get()).getLong(1);
      if (at > now.toEpochMilli()) {
        earliest = at;
        break;
      }
      due.add(trail(row.key.get()));
    }
    if (due.size() == found.size() && !due.isEmpty()) {
      earliest = Long.MIN_VALUE;
    }
    return due;
  }

  /** At most {@code max} trails that have something to emit still. */
  List<TrailId> unsettled(int max) {
    var found = new ArrayList<TrailId>();
    try (var rows = trails()) {
      while (rows.hasNext() && found.size() < max) {
        var row = rows.next();
        if (row.key.get()[0] == Kind.TRAIL.code() && Kind.TRAIL.value(row.value).isUnsettled()) {
          found.add(Key.parse(Kind.TRAIL, row.key.get()).trailId());
        }
      }
    }
    return found;
  }

  private static Bytes deadlines(long millis) {
    return Bytes.wrap(ByteBuffer.allocate(9).put(DEADLINE).putLong(millis).array());
  }

  private static Bytes deadline(long millis, TrailId trail) {
    var session = trail.session().value().getBytes(StandardCharsets.UTF_8);
    var agent = (trail.agent() == null ? "" : trail.agent()).getBytes(StandardCharsets.UTF_8);
    var key = ByteBuffer.allocate(10 + session.length + agent.length);
    return Bytes.wrap(key.put(DEADLINE).putLong(millis).put(session).put((byte) 0).put(agent).array());
  }

  private static TrailId trail(byte[] key) {
    int zero = 9;
    while (key[zero] != 0) {
      zero++;
    }
    var session = new String(Arrays.copyOfRange(key, 9, zero), StandardCharsets.UTF_8);
    var agent = new String(Arrays.copyOfRange(key, zero + 1, key.length), StandardCharsets.UTF_8);
    return new TrailId(new SessionId(session), agent.isEmpty() ? null : agent);
  }
}
