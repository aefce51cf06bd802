package footfall.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts hanging transactions: open in a partition but unknown to their coordinator. A killed broker can
 * leave one (Kafka 4.3.1, about once in a hundred kills), and it never ends: it blocks {@code read_committed}
 * consumers, and groups whose offsets it contains, across restarts. Equivalent to
 * {@code kafka-transactions.sh find-hanging} and {@code abort}.
 */
public final class HangingTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
    private static final long PAUSE_MS = 2_000;

    private HangingTransactions() {}

    /** A transaction that is open in a partition from an offset on. */
    record Hanging(TopicPartition partition, long producerId, int epoch, int coordinatorEpoch, long from) {
        AbortTransactionSpec spec() {
            return new AbortTransactionSpec(partition, producerId, (short) epoch, coordinatorEpoch);
        }
    }

    /**
     * Transactions that their coordinator knows are not changed. A failure is only logged, because a hanging
     * transaction is unlikely.
     */
    public static void end(Map<String, String> client, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            var first = hanging(cluster);
            if (first.isEmpty()) {
                return;
            }
            // A newly elected coordinator does not know all transactions yet, and ending ones complete meanwhile.
            Time.SYSTEM.sleep(PAUSE_MS);
            hanging(cluster).stream()
                    .filter(first::contains)
                    .forEach(one -> cluster.answer(
                            cluster.admin().abortTransaction(one.spec()).all(), "abort a hanging transaction"));
        } catch (TopicsFailed why) {
            LOG.warn("cannot look for hanging transactions: {}", why.getMessage());
        }
    }

    private static List<Hanging> hanging(Cluster cluster) {
        var producers = producers(cluster, partitions(cluster));
        return among(producers, known(cluster));
    }

    /** Open transactions that no coordinator knows. */
    static List<Hanging> among(
            Map<TopicPartition, PartitionProducerState> producers, Collection<TransactionDescription> known) {
        var hanging = new ArrayList<Hanging>();
        producers.forEach((partition, state) -> {
            for (var producer : state.activeProducers()) {
                if (producer.currentTransactionStartOffset().isPresent() && !isKnown(partition, producer, known)) {
                    hanging.add(new Hanging(
                            partition,
                            producer.producerId(),
                            producer.producerEpoch(),
                            producer.coordinatorEpoch().orElse(0),
                            producer.currentTransactionStartOffset().getAsLong()));
                }
            }
        });
        return hanging;
    }

    private static boolean isKnown(
            TopicPartition partition, ProducerState producer, Collection<TransactionDescription> known) {
        return known.stream()
                .anyMatch(transaction -> transaction.producerId() == producer.producerId()
                        && transaction.topicPartitions().contains(partition));
    }

    private static List<TopicPartition> partitions(Cluster cluster) {
        var doing = "look for hanging transactions";
        var names = cluster.answer(
                cluster.admin()
                        .listTopics(new ListTopicsOptions().listInternal(true))
                        .names(),
                doing);
        var topics = cluster.answer(cluster.admin().describeTopics(names).allTopicNames(), doing);
        return topics.values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    private static Map<TopicPartition, PartitionProducerState> producers(
            Cluster cluster, List<TopicPartition> partitions) {
        return cluster.answer(cluster.admin().describeProducers(partitions).all(), "describe producers");
    }

    private static Collection<TransactionDescription> known(Cluster cluster) {
        var ids = cluster.answer(cluster.admin().listTransactions().all(), "list transactions").stream()
                .map(TransactionListing::transactionalId)
                .toList();
        return cluster.answer(cluster.admin().describeTransactions(ids).all(), "describe transactions")
                .values();
    }
}
