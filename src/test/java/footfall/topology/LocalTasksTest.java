package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.view.StoreKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener.SuspendReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store is active while its task processes records, and a standby while it follows a changelog. */
class LocalTasksTest {
    private static final Map<Integer, Boolean> NONE = Map.of();
    private static final Map<Integer, Boolean> ACTIVE = Map.of(0, false);
    private static final Map<Integer, Boolean> STANDBY = Map.of(0, true);

    @TempDir
    Path state;

    private final TaskContext client = Tasks.alone();
    private final Restoring restoring = new Restoring();

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
}
