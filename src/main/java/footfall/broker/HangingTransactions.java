package footfall.broker;

import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts hanging transactions. A killed broker can leave one (about once in a hundred kills, KAFKA-20734), and it
 * never ends: it blocks {@code read_committed} consumers, and groups whose offsets it contains, across restarts.
 * Equivalent to {@code kafka-transactions.sh abort}.
 */
public final class HangingTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);

    private HangingTransactions() {}

    /**
     * Transactions that their coordinator knows are not changed. A failure is only logged, because a hanging
     * transaction is unlikely.
     */
    public static void end(Map<String, String> client, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            TransactionSearch.everywhere(cluster)
                    .forEach(one -> cluster.answer(
                            cluster.admin().abortTransaction(one.abortion()).all(), "abort a hanging transaction"));
        } catch (TopicsFailed why) {
            LOG.warn("cannot look for hanging transactions: {}", why.getMessage());
        }
    }
}
