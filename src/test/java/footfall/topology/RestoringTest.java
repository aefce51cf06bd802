package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener.SuspendReason;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class RestoringTest {
    private static final TopicPartition ONE = new TopicPartition("changelog", 0);
    private static final TopicPartition OTHER = new TopicPartition("changelog", 1);

    private final Restoring restoring = new Restoring();

    @Test
    void whatIsLeftIsWhatNoBatchHasBroughtOfAllChangelogsTogether() {
        assertThat(restoring.remaining()).isZero();
        restoring.onRestoreStart(ONE, "rows", 0, 100);
        restoring.onRestoreStart(OTHER, "rows", 40, 50);
        assertThat(restoring.remaining()).isEqualTo(110);
        restoring.onBatchRestored(ONE, "rows", 69, 60); // Ten marks of transactions are among them.
        assertThat(restoring.remaining()).isEqualTo(40);
        restoring.onRestoreSuspended(OTHER, "rows", 0);
        assertThat(restoring.remaining()).isEqualTo(30);
        restoring.onRestoreEnd(ONE, "rows", 90);
        assertThat(restoring.remaining()).isZero();
        restoring.onBatchRestored(ONE, "rows", 99, 1); // A batch that was under way when its partition left.
        assertThat(restoring.remaining()).isZero();
    }

    @Test
    void restoredRecordsAreCountedAndThoseOfStandbysAreNot() {
        var task = new TaskId(0, 1);
        restoring.onRestoreStart(ONE, "rows", 0, 100);
        restoring.onBatchRestored(ONE, "rows", 69, 60);
        restoring.onUpdateStart(OTHER, "rows", 10);
        assertThat(restoring.standbyLag()).isZero(); // The end offset is not known yet.
        restoring.onBatchLoaded(OTHER, "rows", task, 29, 18, 42);
        assertThat(restoring.standbyLag()).isEqualTo(13);
        assertThat(restoring.restored()).isEqualTo(60);
        assertThat(restoring.remaining()).isEqualTo(30);
        restoring.onUpdateSuspended(OTHER, "rows", 30, 42, SuspendReason.PROMOTED);
        restoring.onBatchLoaded(OTHER, "rows", task, 39, 10, 42); // As above.
        assertThat(restoring.standbyLag()).isZero();
        restoring.onBatchRestored(ONE, "rows", 99, 30);
        assertThat(restoring.restored()).isEqualTo(90);
    }

    @Test
    void theStoresOfAThreadThatEndedAreNeitherRestoredNorStandbys() throws Exception {
        var lives = new FutureTask<Void>(() -> {
            restoring.onRestoreStart(ONE, "rows", 0, 100);
            restoring.onUpdateStart(OTHER, "rows", 10);
            restoring.onBatchLoaded(OTHER, "rows", new TaskId(0, 1), 29, 18, 42);
            assertThat(restoring.remaining()).isEqualTo(100);
            assertThat(restoring.standbyLag()).isEqualTo(13);
            assertThat(restoring.standbys("changelog")).containsExactly(1);
            return null;
        });
        var thread = new Thread(lives);
        thread.start();
        lives.get();
        thread.join();
        assertThat(restoring.remaining()).isZero();
        assertThat(restoring.standbyLag()).isZero();
        assertThat(restoring.standbys("changelog")).isEmpty();
        restoring.onUpdateStart(OTHER, "rows", 10); // By the thread that replaces it.
        assertThat(restoring.standbys("changelog")).containsExactly(1);
    }
}
