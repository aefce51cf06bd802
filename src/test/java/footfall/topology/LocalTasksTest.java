package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.view.StoreKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store is active only while its task processes records, whatever Kafka's metadata say during a rebalance. */
class LocalTasksTest {
    private static final Map<Integer, Boolean> ACTIVE = Map.of(0, false);
    private static final Map<Integer, Boolean> STANDBY = Map.of(0, true);

    @TempDir
    Path state;

    private final TaskContext client = Tasks.alone();
    private final Restoring restoring = new Restoring();

    /** The tasks of one thread; {@code active} and {@code standby} are numbers of sub-topologies. */
    private record OneThread(Set<TaskMetadata> activeTasks, Set<TaskMetadata> standbyTasks) implements ThreadMetadata {
        static Set<ThreadMetadata> with(Set<Integer> active, Set<Integer> standby) {
            return Set.of(new OneThread(tasks(active), tasks(standby)));
        }

        private static Set<TaskMetadata> tasks(Set<Integer> numbers) {
            return numbers.stream()
                    .map(number -> new Task(new TaskId(number, 0)))
                    .collect(Collectors.toSet());
        }

        @Override
        public String threadState() {
            return "RUNNING";
        }

        @Override
        public String threadName() {
            return "thread";
        }

        @Override
        public String consumerClientId() {
            return "consumer";
        }

        @Override
        public String restoreConsumerClientId() {
            return "restore";
        }

        @Override
        public Set<String> producerClientIds() {
            return Set.of();
        }

        @Override
        public String adminClientId() {
            return "admin";
        }
    }

    private record Task(TaskId taskId) implements TaskMetadata {
        @Override
        public Set<TopicPartition> topicPartitions() {
            return Set.of();
        }

        @Override
        public Map<TopicPartition, Long> committedOffsets() {
            return Map.of();
        }

        @Override
        public Map<TopicPartition, Long> endOffsets() {
            return Map.of();
        }

        @Override
        public Optional<Long> timeCurrentIdlingStarted() {
            return Optional.empty();
        }
    }

    private LocalTasks tasks(Set<Integer> active, Set<Integer> standby) {
        return new LocalTasks(() -> OneThread.with(active, standby), restoring, client.watch(), "driver");
    }

    private void assertAll(LocalTasks tasks, Map<Integer, Boolean> expected) {
        assertThat(Stream.of(StoreKind.values()))
                .allSatisfy(store ->
                        assertThat(tasks.partitions(store)).as(store.name()).isEqualTo(expected));
    }

    @Test
    void aStoreThatNoTaskProcessesIsAStandby() {
        var named = tasks(Set.of(0, 1, 2), Set.of());
        assertAll(named, STANDBY);
        try (var driver = new Driver(Defaults.topology(Story.RULES), client, state, Transcripts.START)) {
            driver.advance(Duration.ofSeconds(1));
            assertAll(named, ACTIVE);
            assertAll(tasks(Set.of(), Set.of(0, 1, 2)), ACTIVE);
        }
        assertAll(named, STANDBY);
    }

    @Test
    void anActiveStoreThatIsBeingRestoredIsLeftOut() {
        var changelog = new TopicPartition(Tables.TURN_LOG.changelog("driver"), 0);
        restoring.onRestoreStart(changelog, "turn-log", 0, 9);
        assertThat(tasks(Set.of(1), Set.of()).partitions(StoreKind.LOG)).isEmpty();
        assertThat(tasks(Set.of(), Set.of(1)).partitions(StoreKind.LOG)).isEqualTo(STANDBY);
    }
}
