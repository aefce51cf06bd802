package footfall.topology;

import footfall.view.StoreKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.errors.StreamsException;

/** The partitions of each store that can be read on this instance. Thread-safe. */
final class LocalTasks {
    /** The numbers of the sub-topologies in topology.txt, and their stores. */
    private static final Map<Integer, StoreKind> SUBTOPOLOGIES =
            Map.of(0, StoreKind.TRAILS, 1, StoreKind.LOG, 2, StoreKind.TALLIES);

    private static final Map<StoreKind, Tables.Table> TABLES = new EnumMap<>(Map.of(
            StoreKind.TRAILS, Tables.ASSEMBLER, StoreKind.LOG, Tables.TURN_LOG, StoreKind.TALLIES, Tables.TALLY));

    private final Supplier<Set<ThreadMetadata>> threads;
    private final Restoring restoring;
    private final TopologyStatus watch;
    private final String applicationId;

    /** {@code threads}: Kafka's metadata of the stream threads. */
    LocalTasks(Supplier<Set<ThreadMetadata>> threads, Restoring restoring, TopologyStatus watch, String applicationId) {
        this.threads = threads;
        this.restoring = restoring;
        this.watch = watch;
        this.applicationId = applicationId;
    }

    static Tables.Table table(StoreKind store) {
        return TABLES.get(store);
    }

    /**
     * The partitions of a store, and whether each is a standby. An active store that is being restored is left out.
     * During a rebalance Kafka's metadata still name the earlier tasks, so a store is active only while its task
     * processes records; otherwise it may lag behind another instance.
     */
    SortedMap<Integer, Boolean> partitions(StoreKind store) {
        var found = new TreeMap<Integer, Boolean>();
        try {
            for (var thread : threads.get()) {
                add(found, store, thread.standbyTasks(), true);
                add(found, store, thread.activeTasks(), false);
            }
        } catch (StreamsException | IllegalStateException notRunning) {
            found.clear();
        }
        return found;
    }

    private void add(Map<Integer, Boolean> found, StoreKind store, Set<TaskMetadata> tasks, boolean isStandby) {
        for (var task : tasks) {
            int partition = task.taskId().partition();
            var changelog = new TopicPartition(table(store).changelog(applicationId), partition);
            if (SUBTOPOLOGIES.get(task.taskId().subtopology()) == store
                    && (isStandby || !restoring.isRestoring(changelog))) {
                found.put(partition, !watch.isRunning(changelog));
            }
        }
    }
}
