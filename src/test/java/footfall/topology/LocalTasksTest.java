package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.view.StoreKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.streams.processor.StandbyUpdateListener.SuspendReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tasks and replicas an instance has. */
class LocalTasksTest {
    private static final Map<Integer, Boolean> NONE = Map.of();

    private static final Map<Integer, Boolean> ACTIVE = Map.of(0, false);

    private static final Map<Integer, Boolean> STANDBY = Map.of(0, true);

    @TempDir
    Path state;

    private final TaskContext client = Tasks.alone();

    private final Restoring restoring = new Restoring();

    private static final Node ONE = new Node(1, "one", 9092);

    private static final Node TWO = new Node(2, "two", 9092);

    private LocalTasks tasks() {
        return new LocalTasks(restoring, client.watch(), "driver");
    }

    private void assertAll(Map<Integer, Boolean> expected) {
        assertThat(Stream.of(StoreKind.values()))
                .allSatisfy(store ->
                        assertThat(tasks().partitions(store)).as(store.name()).isEqualTo(expected));
    }

    private static TopicPartition changelog(StoreKind store) {
        return new TopicPartition(LocalTasks.table(store).changelog("driver"), 0);
    }

    @Test
    void aStoreIsActiveFromTheStartOfItsTaskToItsEnd() {
        assertAll(NONE);
        try (var driver = new Driver(Defaults.topology(Story.RULES), client, state, Transcripts.START)) {
            driver.advance(Duration.ofSeconds(1));
            assertAll(ACTIVE);
        }
        assertAll(NONE);
    }

    @Test
    void aStoreThatFollowsAChangelogIsAStandbyUntilItsTaskProcessesRecords() {
        for (var store : StoreKind.values()) {
            restoring.onUpdateStart(changelog(store), store.name(), 0);
        }
        assertAll(STANDBY);
        try (var driver = new Driver(Defaults.topology(Story.RULES), client, state, Transcripts.START)) {
            driver.advance(Duration.ofSeconds(1));
            assertAll(ACTIVE);
        }
        for (var store : StoreKind.values()) {
            restoring.onUpdateSuspended(changelog(store), store.name(), 9, 9, SuspendReason.MIGRATED);
        }
        assertAll(NONE);
    }

    @Test
    void aStoreThatIsBeingRestoredIsLeftOut() {
        restoring.onRestoreStart(changelog(StoreKind.LOG), "turn-log", 0, 9);
        assertAll(NONE);
    }

    private static TopicDescription topic(String name, List<List<Node>> inSync) {
        var partitions = inSync.stream()
                .map(nodes -> new TopicPartitionInfo(0, ONE, List.of(ONE, TWO), nodes))
                .toList();
        return new TopicDescription(name, false, partitions);
    }

    @Test
    void aPartitionIsCountedWhenAReplicaIsNotInSync() {
        var lines = topic("lines", List.of(List.of(ONE, TWO), List.of(ONE), List.of()));
        var turns = topic("turns", List.of(List.of(TWO), List.of(TWO, ONE)));
        assertThat(Replicas.underReplicated(List.of(lines, turns))).isEqualTo(3);
    }
}
