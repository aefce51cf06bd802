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

/**
 * Ends transactions that stand open in a partition and that their coordinator knows nothing of. A broker that
 * is killed can leave one (Kafka 4.3.1, once in about a hundred kills), and nothing ends it: who reads
 * committed records stops before it, and a group whose offsets are in it waits for ever, over any number of
 * starts. It is what {@code kafka-transactions.sh find-hanging} and {@code abort} do by hand.
 */
public final class HangingTransactions {
  private HangingTransactions() {}

  /** Returns how many there were. A transaction that its coordinator knows goes on. */
  public static int end(Map<String, String> client, Duration timeout) {
    try (var cluster = Cluster.of(client, timeout)) {
      var partitions = partitions(cluster);
      var before = producers(cluster, partitions);
      var known = known(cluster);
      // Asked again: one that ended meanwhile is no longer known, nor open.
      var after = among(producers(cluster, partitions), known);
      var hanging = among(before, known).stream().filter(after::contains).toList();
      hanging.forEach(one -> cluster.answer(cluster.admin().abortTransaction(one).all(),
          "end a transaction that nobody knows of"));
      return hanging.size();
    }
  }

  /** Those that are open and not known to be. */
  static List<AbortTransactionSpec> among(
      Map<TopicPartition, PartitionProducerState> producers, Collection<TransactionDescription> known) {
    var hanging = new ArrayList<AbortTransactionSpec>();
    producers.forEach((partition, state) -> {
      for (var producer : state.activeProducers()) {
        if (producer.currentTransactionStartOffset().isPresent() && !isKnown(partition, producer, known)) {
          hanging.add(new AbortTransactionSpec(partition, producer.producerId(), (short) producer
              .producerEpoch(),
              producer.coordinatorEpoch().orElse(0)));
        }
      }
    });
    return hanging;
  }

  private static boolean isKnown(
      TopicPartition partition, ProducerState producer, Collection<TransactionDescription> known) {
    return known.stream().anyMatch(transaction -> transaction.producerId() == producer.producerId()
        && transaction.topicPartitions().contains(partition));
  }

  private static List<TopicPartition> partitions(Cluster cluster) {
    var doing = "look for transactions that nobody knows of";
    var names = cluster.answer(cluster.admin().listTopics(new ListTopicsOptions().listInternal(true)).names(),
        doing);
    var topics = cluster.answer(cluster.admin().describeTopics(names).allTopicNames(), doing);
    return topics.values().stream().flatMap(topic -> topic.partitions().stream().map(
        partition -> new TopicPartition(topic.name(), partition.partition()))).toList();
  }

  private static Map<TopicPartition, PartitionProducerState> producers(Cluster cluster,
      List<TopicPartition> partitions) {
    return cluster.answer(cluster.admin().describeProducers(partitions).all(), "describe producers");
  }

  private static Collection<TransactionDescription> known(Cluster cluster) {
    var ids = cluster.answer(cluster.admin().listTransactions().all(), "list transactions").stream().map(
        TransactionListing::transactionalId).toList();
    return cluster.answer(cluster.admin().describeTransactions(ids).all(), "describe transactions").values();
  }
}
