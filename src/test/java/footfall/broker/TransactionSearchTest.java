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
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.metadata.KRaftMetadataCache;
import org.apache.kafka.server.common.KRaftVersion;
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
                .containsExactly(new TransactionSearch.HangingTransaction("__consumer_offsets", 1, 5, 2, 1, 0));
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

    /**
     * When this fails, KAFKA-20734 is mended: a coordinator that completes a transaction no longer takes a partition
     * without a leader for one that was deleted, and needs no search once older brokers are not supported.
     */
    @Test
    void kafkaStillTakesAPartitionWithoutALeaderForADeletedOne() {
        var topic = Uuid.randomUuid();
        var delta = new MetadataDelta.Builder().setImage(MetadataImage.EMPTY).build();
        delta.replay(new TopicRecord().setName(TURNS.topic()).setTopicId(topic));
        delta.replay(new PartitionRecord()
                .setTopicId(topic)
                .setPartitionId(TURNS.partition())
                .setReplicas(List.of(1))
                .setIsr(List.of(1))
                .setLeader(-1)
                .setLeaderEpoch(1)
                .setPartitionEpoch(1));
        var cache = new KRaftMetadataCache(1, () -> KRaftVersion.KRAFT_VERSION_1);
        cache.setImage(delta.apply(MetadataProvenance.EMPTY));
        assertThat(cache.contains(TURNS)).isTrue();
        assertThat(cache.getPartitionLeaderEndpoint(TURNS.topic(), TURNS.partition(), new ListenerName("CLIENT")))
                .isEmpty();
    }
}
