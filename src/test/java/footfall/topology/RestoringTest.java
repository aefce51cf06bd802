package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.processor.StandbyUpdateListener.SuspendReason;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

/** What is said while stores are restored and history is read. */
class RestoringTest {
    private static final TopicPartition ONE = new TopicPartition("changelog", 0);

    private static final TopicPartition OTHER = new TopicPartition("changelog", 1);

    private final Restoring restoring = new Restoring();

    private final Deque<Supplier<OptionalLong>> lags = new ArrayDeque<>();

    private final List<OptionalLong> lefts = new ArrayList<>();

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

    private CatchUp run(List<Supplier<OptionalLong>> answers) {
        lags.addAll(answers);
        var made = new CatchUp[1];
        made[0] = new CatchUp(() -> lags.remove().get(), pause -> lefts.add(made[0].left()));
        made[0].run();
        return made[0];
    }

    private static OptionalLong away() {
        throw new TimeoutException("x");
    }

    @Test
    void anInstanceHasCaughtUpOnceItsStoresLackLittleAndThatCountsForEver() {
        var catchUp = run(List.of(
                OptionalLong::empty,
                () -> OptionalLong.of(8_722),
                RestoringTest::away,
                () -> OptionalLong.of(1_001),
                () -> OptionalLong.of(1_000),
                () -> OptionalLong.of(9_000)));
        assertThat(lefts)
                .containsExactly(
                        OptionalLong.of(CatchUp.UNKNOWN),
                        OptionalLong.of(8_722),
                        OptionalLong.of(8_722),
                        OptionalLong.of(1_001));
        assertThat(catchUp.left()).isEmpty();
        assertThat(lags).hasSize(1);
    }

    @Test
    void itIsUnknownBeforeTheFirstAnswer() {
        assertThat(new CatchUp(OptionalLong::empty, pause -> {}).left()).hasValue(CatchUp.UNKNOWN);
    }
}
