package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.testkit.Fold;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store of rows over the life of a task; what its rows are is held by the tests of the topology. */
class RowStoreTest {
    @TempDir
    Path state;

    @Test
    void aTaskThatBeginsAgainWithAnEarlierStateFindsItsDeadlines() {
        KeyValueStore<Bytes, byte[]> kept = Stores.inMemoryKeyValueStore("kept").get();
        var store = new RowStore(kept, new TopologyStatus());
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        store.init(context.getStateStoreContext(), store);
        var trail = new TrailId(new SessionId("s1"), null);
        Instant due = Fold.NOON;
        store.deadlines().moveDeadline(trail, null, due);
        assertThat(store.deadlines().due(due, 10)).containsExactly(trail);
        var committed = kept.all().next();
        store.deadlines().moveDeadline(trail, due, null);
        assertThat(store.deadlines().due(due, 10)).isEmpty();
        // The transaction is aborted: the task is closed, its store restored, and initialised anew.
        kept.put(committed.key, committed.value);
        store.init(context.getStateStoreContext(), store);
        assertThat(store.deadlines().due(due, 10)).containsExactly(trail);
    }

    /** Kafka Streams keeps the store open and does not initialize it again. */
    @Test
    void aStandbyThatBecomesActiveAgainSeesTheDeadlinesThatItReadMeanwhile() {
        KeyValueStore<Bytes, byte[]> kept = Stores.inMemoryKeyValueStore("kept").get();
        var store = new RowStore(kept, new TopologyStatus());
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        store.init(context.getStateStoreContext(), store);
        var trail = new TrailId(new SessionId("s1"), null);
        assertThat(store.deadlines().due(Fold.NOON, 10)).isEmpty();
        store.clearCache();
        var elsewhere = new RowStore(kept, new TopologyStatus());
        elsewhere.deadlines().moveDeadline(trail, null, Fold.NOON);
        elsewhere.flushCache();
        store.clearCache();
        assertThat(store.deadlines().due(Fold.NOON, 10)).containsExactly(trail);
    }

    @Test
    void aDeadlineThatMovesBetweenCommitsIsWrittenOnce() {
        KeyValueStore<Bytes, byte[]> kept = Stores.inMemoryKeyValueStore("kept").get();
        var store = new RowStore(kept, new TopologyStatus());
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        store.init(context.getStateStoreContext(), store);
        var trail = new TrailId(new SessionId("s1"), null);
        store.deadlines().moveDeadline(trail, null, Fold.NOON);
        store.deadlines().moveDeadline(trail, Fold.NOON, Fold.NOON.plusSeconds(1));
        assertThat(kept.approximateNumEntries()).isZero();
        store.flushCache();
        assertThat(kept.approximateNumEntries()).isOne();
        assertThat(store.deadlines().due(Fold.NOON, 10)).isEmpty();
        assertThat(store.deadlines().due(Fold.NOON.plusSeconds(1), 10)).containsExactly(trail);
    }

    @Test
    void aReaderOfWrittenRowsIsNotifiedByCommitsOfItsTaskAndNotWhileAnotherIsRestored() {
        var store =
                new RowStore(Stores.<Bytes, byte[]>inMemoryKeyValueStore("kept").get(), new TopologyStatus());
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        var emitted = new AtomicInteger();
        store.init(context.getStateStoreContext(), store);
        store.whenWritten(emitted::incrementAndGet);
        store.flushCache();
        assertThat(emitted).hasValue(1);
        store.commit(Map.of());
        store.init(context.getStateStoreContext(), store);
        store.flushCache();
        assertThat(emitted).hasValue(1);
    }
}
