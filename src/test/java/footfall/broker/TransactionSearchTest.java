package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TransactionSearchTest {
    private static final TopicPartition OFFSETS = new TopicPartition("__consumer_offsets", 1);
    private static final TopicPartition TURNS = new TopicPartition("footfall.turns", 0);

    private static ProducerState producer(long id, int epoch, OptionalLong openFrom) {
        return new ProducerState(id, epoch, 0, 0, OptionalInt.empty(), openFrom);
    }

    private static Map<TopicPartition, PartitionProducerState> at(
            TopicPartition partition, ProducerState... producers) {
        return Map.of(partition, new PartitionProducerState(List.of(producers)));
    }

    private static TransactionDescription transaction(
            long producer, TransactionState state, TopicPartition... partitions) {
        return new TransactionDescription(1, state, producer, 3, 10_000, OptionalLong.of(0), Set.of(partitions));
    }

    @Test
    void whatIsOpenInAPartitionAndEmptyToItsCoordinatorHangs() {
        var open = at(OFFSETS, producer(2, 1, OptionalLong.of(5)), producer(1, 1_625, OptionalLong.empty()));
        var known = List.of(transaction(2, TransactionState.EMPTY), transaction(1, TransactionState.COMPLETE_COMMIT));
        assertThat(TransactionSearch.among(open, known))
                .containsExactly(new HangingTransaction("__consumer_offsets", 1, 5, 2, 1, 0));
        assertThat(TransactionSearch.among(open, List.of())).hasSize(1);
    }

    @Test
    void whatItsCoordinatorKnowsInThatPartitionGoesOn() {
        var open = at(OFFSETS, producer(2, 1, OptionalLong.of(5)));
        assertThat(TransactionSearch.among(open, List.of(transaction(2, TransactionState.ONGOING, OFFSETS, TURNS))))
                .isEmpty();
        assertThat(TransactionSearch.among(open, List.of(transaction(2, TransactionState.PREPARE_ABORT, OFFSETS))))
                .isEmpty();
        assertThat(TransactionSearch.among(open, List.of(transaction(2, TransactionState.ONGOING, TURNS))))
                .hasSize(1);
    }

    @Test
    void whereNothingIsOpenNothingHangs() {
        assertThat(TransactionSearch.among(at(TURNS, producer(2, 1, OptionalLong.empty())), List.of()))
                .isEmpty();
    }
}
