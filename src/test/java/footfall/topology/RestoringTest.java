package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.TopicPartition;
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
}
