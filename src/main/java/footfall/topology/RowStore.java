package footfall.topology;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.session.Deadlines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * The fold's rows as a state store: a RocksDB store with a changelog below, and above it the rows as objects,
 * written through when the task commits. What is put and deleted again between two commits (the steps of a
 * turn of history) never reaches store or changelog. Kafka Streams' own cache holds bytes, which cost an
 * encoding a put and a tree look up a get: topology-docs/decisions/state-rows.md has the
 * figures, and why an interface of {@code internals} is worth it.
 */
final class RowStore implements StateStore, CachedStateStore<Object, Object>, Rows, Deadlines {
  private final KeyValueStore<Bytes, byte[]> store;
  private final StoreRows below;
  private final RowCache cache;
  private final TopologyStatus watch;
  private Runnable written = () -> {};
  private int partition;

  RowStore(KeyValueStore<Bytes, byte[]> store, TopologyStatus watch) {
    this.store = store;
    this.watch = watch;
    this.below = new StoreRows(store);
    this.cache = new RowCache(below);
  }

  @Override
  public <V> V get(RowKey<V> key) {
    return cache.get(key);
  }

  @Override
  public <V> void put(RowKey<V> key, V value) {
    cache.put(key, value);
  }

  @Override
  public void delete(RowKey<?> key) {
    cache.delete(key);
  }

  @Override
  public void begin(RowKey<?> prefix) {
    cache.begin(prefix);
  }

  @Override
  public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
    cache.each(prefix, row);
  }

  @Override
  public void deleteAll(RowKey<?> prefix) {
    cache.deleteAll(prefix);
  }

  @Override
  public void moveDeadline(TrailId trail, Instant from, Instant to) {
    below.moveDeadline(trail, from, to);
  }

  @Override
  public void moveDeadline(SessionId session, Instant from, Instant to) {
    below.moveDeadline(session, from, to);
  }

  /** At most {@code max} sessions whose deadline is not after {@code now}, earliest first. */
  List<SessionId> dueSessions(Instant now, int max) {
    return below.dueSessions(now, max);
  }

  /** At most {@code max} trails whose deadline is not after {@code now}, earliest first. */
  List<TrailId> due(Instant now, int max) {
    return below.due(now, max);
  }

  /** At most {@code max} sessions whose deadline is later than {@code at}. */
  List<SessionId> laterSessions(Instant at, int max) {
    return below.laterSessions(at, max);
  }

  /** When the next trail or session may be due; far in the past while unknown. */
  Instant nextDue() {
    return below.nextDue();
  }

  /** As {@link StoreRows#unsettled}. */
  List<TrailId> unsettled(int max) {
    writeDown();
    return below.unsettled(max);
  }

  /** Flushes changes, then notifies observers, so that they can query them. */
  private void writeDown() {
    cache.flush();
    below.flush();
    below.eachWritten((id, trail) -> watch.wrote(partition, id, trail));
  }

  /**
   * {@code written}: runs on the stream thread after each flush and notification, until the task restarts.
   */
  void whenWritten(Runnable written) {
    this.written = written;
  }

  /**
   * Notifies observers of the open turns when a task starts. Returns trails with pending output whose last
   * line arrived after {@code now}: the clock was set back since.
   */
  List<TrailId> showOpenTurns(Instant now) {
    var ahead = new ArrayList<TrailId>();
    watch.revoked(partition);
    below.eachTrail((id, trail) -> {
      watch.wrote(partition, id, trail);
      if (trail.isAhead(now)) {
        ahead.add(id);
      }
    });
    return ahead;
  }

  /** Called by the stream thread on each commit; {@link #commit} is also called by the restoring thread. */
  @Override
  public void flushCache() {
    writeDown();
    written.run();
  }

  @Override
  public void clearCache() {
    cache.clear();
    below.restart();
  }

  @Override
  public boolean setFlushListener(CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    // After an aborted transaction, the task reuses this object with an earlier state.
    cache.clear();
    below.restart();
    written = () -> {};
    partition = context.taskId().partition();
    store.init(context, root);
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    writeDown();
    store.commit(changelogOffsets);
  }

  @Override
  public Long committedOffset(TopicPartition partition) {
    return store.committedOffset(partition);
  }

  @Override
  @SuppressWarnings("deprecation") // Kept until it is removed.
  public boolean managesOffsets() {
    return store.managesOffsets();
  }

  @Override
  public void close() {
    cache.clear();
    store.close();
  }

  @Override
  public boolean persistent() {
    return store.persistent();
  }

  @Override
  public boolean isOpen() { return store.isOpen(); }

  /**
   * Uses plain reads. Kafka's own query takes the position's lock and then the store's, while writers take
   * them in the opposite order, which caused deadlocks.
   */
  @Override
  public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
    try {
      if (query instanceof KeyQuery<?, ?> one) {
        return answered(store.get((Bytes) one.getKey()));
      } else if (query instanceof RangeQuery<?, ?> range) {
        return answered(store.range((Bytes) range.getLowerBound().orElseThrow(), (Bytes) range.getUpperBound()
            .orElseThrow()));
      }
    } catch (InvalidStateStoreException leaving) {
      return QueryResult.forFailure(FailureReason.NOT_PRESENT, leaving.getMessage());
    }
    return QueryResult.forUnknownQueryType(query, this);
  }

  @SuppressWarnings("unchecked") // The query defines the type of its answer.
  private static <R> QueryResult<R> answered(Object found) {
    return QueryResult.forResult((R) found);
  }

  @Override
  public Position getPosition() { return store.getPosition(); }
}
