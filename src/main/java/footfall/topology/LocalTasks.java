package footfall.topology;

import footfall.view.StoreKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.errors.StreamsException;

/** The partitions of each store that can be read on this instance. Thread-safe. */
final class LocalTasks {
    /** The numbers of the sub-topologies in topology.txt, and their stores. */
    private static final Map<Integer, StoreKind> SUBTOPOLOGIES =
            Map.of(0, StoreKind.TRAILS, 1, StoreKind.LOG, 2, StoreKind.TALLIES);

    private static final Map<StoreKind, Tables.Table> TABLES = new EnumMap<>(Map.of(
            StoreKind.TRAILS, Tables.ASSEMBLER, StoreKind.LOG, Tables.TURN_LOG, StoreKind.TALLIES, Tables.TALLY));

    private final KafkaStreams streams;
    private final Restoring restoring;
    private final String applicationId;

    LocalTasks(KafkaStreams streams, Restoring restoring, String applicationId) {
        this.streams = streams;
        this.restoring = restoring;
        this.applicationId = applicationId;
    }

    static Tables.Table table(StoreKind store) {
        return TABLES.get(store);
    }

    /** The partitions of a store, and whether each is a standby. An active store that is being restored is left out. */
    SortedMap<Integer, Boolean> partitions(StoreKind store) {
        var found = new TreeMap<Integer, Boolean>();
        try {
            for (var thread : streams.metadataForLocalThreads()) {
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
                found.put(partition, isStandby);
            }
        }
    }
}
