package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.topology.GroupLags.Read;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class GroupLagsTest {
    private static final TopicPartition LINES = new TopicPartition("lines", 0);
    private static final TopicPartition OTHER = new TopicPartition("lines", 1);

    private final Map<TopicPartition, Read> reading = new HashMap<>();
    private final Deque<CompletableFuture<Map<TopicPartition, Long>>> ends = new ArrayDeque<>();
    private Map<TopicPartition, Long> committed = Map.of();
    private long now;
    private final GroupLags lags = new GroupLags(
            new GroupLags.Offsets() {
                @Override
                public CompletionStage<Map<TopicPartition, Long>> ends(Set<TopicPartition> partitions) {
                    return ends.remove();
                }

                @Override
                public CompletionStage<Map<TopicPartition, Long>> committed(Set<TopicPartition> partitions) {
                    return CompletableFuture.completedFuture(committed);
                }
            },
            () -> reading,
            () -> now);

    private void end(long offset) {
        ends.add(CompletableFuture.completedFuture(Map.of(LINES, offset)));
    }

    @Test
    void aRecordThatIsReadAndNotCommittedWaits() {
        reading.put(LINES, new Read(11, 12, 0));
        committed = Map.of(LINES, 5L);
        end(12);
        assertThat(lags.lags()).containsOnly(Map.entry(LINES, 7L));
    }

    @Test
    void aRecordThatTheConsumerCannotReadWaits() {
        reading.put(LINES, new Read(Read.UNKNOWN, Read.UNKNOWN, 0));
        committed = Map.of(LINES, 5L);
        end(12);
        assertThat(lags.lags()).containsOnly(Map.entry(LINES, 7L));
    }

    @Test
    void theMarkerOfATransactionIsNoRecord() {
        reading.put(LINES, new Read(4, 6, 0));
        committed = Map.of(LINES, 5L);
        end(6);
        assertThat(lags.lags()).containsOnly(Map.entry(LINES, 0L));
    }

    @Test
    void withoutACommittedOffsetOnlyAPartitionWithoutReadRecordsHasALag() {
        reading.put(LINES, new Read(Read.UNKNOWN, Read.UNKNOWN, 3));
        end(3);
        assertThat(lags.lags()).containsOnly(Map.entry(LINES, 3L));
        now = 3_000;
        reading.put(LINES, new Read(1, 2, 1));
        end(3);
        assertThat(lags.lags()).isEmpty();
    }

    @Test
    void onlyAnAssignedPartitionWhoseEndIsKnownHasALag() {
        assertThat(lags.lags()).isEmpty();
        reading.put(LINES, new Read(4, 5, 0));
        reading.put(OTHER, new Read(4, 5, 0));
        committed = Map.of(LINES, 5L, OTHER, 5L);
        end(5);
        assertThat(lags.lags()).containsOnlyKeys(LINES);
        reading.remove(LINES);
        assertThat(lags.lags()).isEmpty();
    }

    @Test
    void brokersAreAskedEveryFewSecondsAndNotAgainBeforeTheyAnswer() {
        reading.put(LINES, new Read(4, 5, 0));
        committed = Map.of(LINES, 5L);
        end(6);
        assertThat(lags.lags()).containsEntry(LINES, 1L);
        now = 2_999;
        assertThat(lags.lags()).containsEntry(LINES, 1L);
        var late = new CompletableFuture<Map<TopicPartition, Long>>();
        ends.add(late);
        now = 3_000;
        assertThat(lags.lags()).containsEntry(LINES, 1L);
        now = 9_000;
        assertThat(lags.lags()).containsEntry(LINES, 1L);
        late.complete(Map.of(LINES, 8L));
        end(9);
        assertThat(lags.lags()).containsEntry(LINES, 4L);
    }

    @Test
    void brokersThatDoNotAnswerLeaveNoLag() {
        reading.put(LINES, new Read(4, 5, 0));
        committed = Map.of(LINES, 5L);
        ends.add(CompletableFuture.failedFuture(new TimeoutException("x")));
        assertThat(lags.lags()).isEmpty();
    }
}
