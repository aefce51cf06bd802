package footfall.broker;

import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition, from the offset {@code from} on, and unknown to its coordinator.
 * Nothing expires it: {@code read_committed} consumers wait at this offset.
 */
public record HangingTransaction(
        String topic, int partition, long from, long producerId, int epoch, int coordinatorEpoch) {
    AbortTransactionSpec abortion() {
        return new AbortTransactionSpec(
                new TopicPartition(topic, partition), producerId, (short) epoch, coordinatorEpoch);
    }
}
