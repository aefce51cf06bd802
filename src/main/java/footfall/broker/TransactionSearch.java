package footfall.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.utils.Time;

/**
 * Searches a cluster for hanging transactions: open in a partition but unknown to their coordinator (KAFKA-20734).
 * Changes nothing. Equivalent to {@code kafka-transactions.sh find-hanging}. Searches twice if the first search finds
 * one: a newly elected coordinator does not know all transactions yet, and ending ones complete meanwhile.
 */
public final class TransactionSearch {
    private static final long PAUSE_MS = 2_000;
    private static final String DOING = "look for hanging transactions";

    private final Cluster cluster;
    private final List<TopicPartition> partitions;
    /** Those that this user may not read. */
    private final Set<TopicPartition> denied = new HashSet<>();

    private TransactionSearch(Cluster cluster, Predicate<String> topics) {
        this.cluster = cluster;
        this.partitions = partitions(cluster, topics);
    }

    /** What to search. {@code writers}: accepts the transactional IDs of those that write to these topics. */
    public record Scope(Set<String> topics, Predicate<String> writers) {
        public Scope {
            topics = Set.copyOf(topics);
        }
    }

    public sealed interface Result {}

    /**
     * {@code topics}: those that exist and that this user may describe. {@code unread}: those of them that this user
     * may not read, which were not searched.
     */
    public record Searched(Set<String> topics, Set<String> unread, List<HangingTransaction> hanging) implements Result {
        public Searched {
            topics = Set.copyOf(topics);
            unread = Set.copyOf(unread);
            hanging = List.copyOf(hanging);
        }
    }

    /**
     * A transaction is open, but none of its possible writers is visible to this user, so nobody knows whether it
     * hangs: the cluster lists only transactional IDs that this user may describe.
     */
    public record WritersHidden() implements Result {}

    /** Throws {@link TopicsFailed} unless the cluster answers each request within the timeout. */
    public static Result in(Map<String, String> client, Scope scope, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            var search = new TransactionSearch(cluster, scope.topics()::contains);
            var first = search.once();
            return first.isEmpty() || search.isVisible(scope.writers())
                    ? new Searched(names(search.partitions), names(search.denied), search.again(first))
                    : new WritersHidden();
        }
    }

    /** In all topics, for a user who may describe everything. */
    static List<HangingTransaction> everywhere(Cluster cluster) {
        var search = new TransactionSearch(cluster, topic -> true);
        return search.again(search.once());
    }

    private List<HangingTransaction> once() {
        var producers = producers();
        var open = producers.values().stream()
                .flatMap(state -> state.activeProducers().stream())
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .map(ProducerState::producerId)
                .collect(Collectors.toSet());
        return open.isEmpty() ? List.of() : among(producers, known(open));
    }

    private Map<TopicPartition, PartitionProducerState> producers() {
        var asked = cluster.admin().describeProducers(partitions);
        var producers = new HashMap<TopicPartition, PartitionProducerState>();
        for (var partition : partitions) {
            var state = asked.partitionResult(partition);
            cluster.answerUnless(TopicAuthorizationException.class, state, "describe producers")
                    .ifPresentOrElse(read -> producers.put(partition, read), () -> denied.add(partition));
        }
        return producers;
    }

    private static Set<String> names(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
    }

    private List<HangingTransaction> again(List<HangingTransaction> first) {
        if (first.isEmpty()) {
            return first;
        }
        Time.SYSTEM.sleep(PAUSE_MS);
        return once().stream().filter(first::contains).toList();
    }

    private boolean isVisible(Predicate<String> writers) {
        return ids(new ListTransactionsOptions()).stream().anyMatch(writers);
    }

    /** Open transactions that no coordinator knows. */
    static List<HangingTransaction> among(
            Map<TopicPartition, PartitionProducerState> producers, Collection<TransactionDescription> known) {
        var hanging = new ArrayList<HangingTransaction>();
        producers.forEach((partition, state) -> state.activeProducers().stream()
                .filter(producer -> !isKnown(partition, producer, known))
                .forEach(producer -> open(partition, producer).ifPresent(hanging::add)));
        return hanging;
    }

    private static Optional<HangingTransaction> open(TopicPartition partition, ProducerState producer) {
        var from = producer.currentTransactionStartOffset();
        return from.isEmpty()
                ? Optional.empty()
                : Optional.of(new HangingTransaction(
                        partition.topic(),
                        partition.partition(),
                        from.getAsLong(),
                        producer.producerId(),
                        producer.producerEpoch(),
                        producer.coordinatorEpoch().orElse(0)));
    }

    private static boolean isKnown(
            TopicPartition partition, ProducerState producer, Collection<TransactionDescription> known) {
        return known.stream()
                .anyMatch(transaction -> transaction.producerId() == producer.producerId()
                        && transaction.topicPartitions().contains(partition));
    }

    private static List<TopicPartition> partitions(Cluster cluster, Predicate<String> searched) {
        var listed = cluster.admin().listTopics(new ListTopicsOptions().listInternal(true));
        var names =
                cluster.answer(listed.names(), DOING).stream().filter(searched).toList();
        var topics = cluster.answer(cluster.admin().describeTopics(names).allTopicNames(), DOING);
        return topics.values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    private Collection<TransactionDescription> known(Set<Long> producers) {
        var ids = ids(new ListTransactionsOptions().filterProducerIds(producers));
        return cluster.answer(cluster.admin().describeTransactions(ids).all(), "describe transactions")
                .values();
    }

    private List<String> ids(ListTransactionsOptions options) {
        return cluster.answer(cluster.admin().listTransactions(options).all(), "list transactions").stream()
                .map(TransactionListing::transactionalId)
                .toList();
    }

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
}
