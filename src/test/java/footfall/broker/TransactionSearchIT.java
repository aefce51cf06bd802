package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real hanging transactions, in logs of a broker that was not shut down in order. */
@LongSuite
@Timeout(120)
class TransactionSearchIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String PROCESSOR = "one-processor";
    private static final TopicPartition TURNS = new TopicPartition("one.turns", 0);
    private static final TopicPartition FOREIGN = new TopicPartition("foreign", 0);
    private static final TransactionSearch.Scope OURS =
            new TransactionSearch.Scope(Set.of("one.turns", "one.lines"), PROCESSOR::equals);

    @TempDir
    Path folder;

    private OpenTransaction left;

    /** Restarts with a hanging transaction in two topics. */
    private Cluster hanging() throws Exception {
        OpenTransaction foreign;
        try (var cluster = Cluster.start(folder)) {
            try (var topics = Topics.of(cluster.client(), TIMEOUT)) {
                topics.create(List.of(
                        new TopicSpec(TURNS.topic(), 2, Map.of()), new TopicSpec(FOREIGN.topic(), 1, Map.of())));
            }
            assertThat(TransactionSearch.in(cluster.client(), OURS, TIMEOUT))
                    .isEqualTo(new TransactionSearch.Searched(Set.of(TURNS.topic()), Set.of(), List.of()));
            left = OpenTransaction.after(cluster.client(), PROCESSOR, TURNS);
            foreign = OpenTransaction.after(cluster.client(), "another", FOREIGN);
        }
        left.leave(folder.resolve("broker"));
        foreign.leave(folder.resolve("broker"));
        return Cluster.start(folder);
    }

    private static List<String> committed(Cluster cluster, TopicPartition partition) {
        var client = new HashMap<>(cluster.client());
        client.put("isolation.level", "read_committed");
        return new Records(client, partition).read();
    }

    @Test
    void aHangingTransactionIsFoundWhereReadersWaitAndEnded() throws Exception {
        try (var cluster = hanging()) {
            Records.of(cluster.client(), TURNS.topic()).write(List.of("later"));
            assertThat(committed(cluster, TURNS)).containsExactly("committed");
            assertThat(TransactionSearch.in(cluster.client(), OURS, TIMEOUT))
                    .isInstanceOfSatisfying(
                            TransactionSearch.Searched.class,
                            found -> assertThat(found.hanging())
                                    .extracting(
                                            TransactionSearch.HangingTransaction::topic,
                                            TransactionSearch.HangingTransaction::partition,
                                            TransactionSearch.HangingTransaction::from)
                                    .containsExactly(tuple("one.turns", 0, left.offset())));
            var hidden = new TransactionSearch.Scope(OURS.topics(), "two-processor"::equals);
            assertThat(TransactionSearch.in(cluster.client(), hidden, TIMEOUT))
                    .isEqualTo(new TransactionSearch.WritersHidden());
            assertThat(committed(cluster, TURNS)).containsExactly("committed");

            HangingTransactions.end(cluster.client(), TIMEOUT);
            assertThat(committed(cluster, TURNS)).containsExactly("committed", "later");
            assertThat(committed(cluster, FOREIGN)).containsExactly("committed");
            assertThat(TransactionSearch.in(cluster.client(), OURS, TIMEOUT))
                    .isEqualTo(new TransactionSearch.Searched(Set.of(TURNS.topic()), Set.of(), List.of()));
        }
    }

    @Test
    void theNextTransactionOfTheSameProducerCommitsIt() throws Exception {
        try (var cluster = hanging()) {
            OpenTransaction.commit(cluster.client(), PROCESSOR, TURNS, "next");
            assertThat(committed(cluster, TURNS)).containsExactly("committed", "open", "next");
        }
    }
}
