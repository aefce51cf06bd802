package footfall.topology;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts the open transactions of stream threads that have left the group. Otherwise whoever takes over a
 * killed instance's partitions waits for the transaction timeout, and so do {@code read_committed} consumers.
 * Runs after each rebalance. Members keep their transactions; a thread that was removed while its machine was
 * suspended could not commit anyway. Transactional IDs are those of threads (KIP-447), so nobody else aborts them; no
 * upstream issue found.
 */
final class OrphanedTransactions implements KafkaStreams.StateListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedTransactions.class);
    private static final int ANSWER_MAX_MS = 5_000;

    private final Supplier<Admin> admin;
    private final String application;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(work -> {
        var thread = new Thread(work, "footfall-orphaned-transactions");
        thread.setDaemon(true);
        return thread;
    });

    /** {@code admin}: that of Kafka Streams, because a new one would have to connect first. */
    OrphanedTransactions(Supplier<Admin> admin, String application) {
        this.admin = admin;
        this.application = application;
    }

    @Override
    public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
        if (now == KafkaStreams.State.REBALANCING && !worker.isShutdown()) {
            worker.execute(this::abort);
        }
    }

    private void abort() {
        try {
            var open = open();
            if (!open.isEmpty()) {
                var orphans = among(open, members(), application);
                admin.get()
                        .fenceProducers(orphans, new FenceProducersOptions().timeoutMs(ANSWER_MAX_MS))
                        .all()
                        .get();
            }
        } catch (ExecutionException | KafkaException why) {
            LOG.warn("cannot abort the transactions of members that left the group: {}", why.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> open() throws ExecutionException, InterruptedException {
        var ongoing = new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
        return admin.get().listTransactions(ongoing.timeoutMs(ANSWER_MAX_MS)).all().get().stream()
                .map(TransactionListing::transactionalId)
                .filter(ProcessorNames.transactionalIds(application))
                .toList();
    }

    /** The client ID of each member of the group, which is of either protocol. */
    private List<String> members() throws ExecutionException, InterruptedException {
        var group = List.of(application);
        try {
            var classic = admin.get()
                    .describeConsumerGroups(group, new DescribeConsumerGroupsOptions().timeoutMs(ANSWER_MAX_MS));
            return classic.all().get().get(application).members().stream()
                    .map(MemberDescription::clientId)
                    .toList();
        } catch (ExecutionException why) {
            if (!(why.getCause() instanceof GroupIdNotFoundException)) {
                throw why;
            }
        }
        var streams =
                admin.get().describeStreamsGroups(group, new DescribeStreamsGroupsOptions().timeoutMs(ANSWER_MAX_MS));
        return streams.all().get().get(application).members().stream()
                .map(StreamsGroupMemberDescription::clientId)
                .toList();
    }

    /**
     * {@code members}: their client IDs. Empty when one does not contain its process ID, as with a custom
     * {@code client.id}: then transactions cannot be matched to members.
     */
    static Collection<String> among(Collection<String> open, Collection<String> members, String application) {
        var orphans = new HashSet<>(open);
        for (var member : members) {
            var id = transactionalId(member, application);
            if (id.isEmpty()) {
                return List.of();
            }
            orphans.remove(id.get());
        }
        return orphans;
    }

    private static Optional<String> transactionalId(String clientId, String application) {
        // Kafka Streams names the consumer of a thread by the parts of the transactional ID.
        var parts = Pattern.compile("(" + Pattern.quote(application) + "-" + ProcessorNames.PROCESS
                        + ")-StreamThread-(\\d+)-consumer")
                .matcher(clientId);
        return parts.matches() ? Optional.of(parts.group(1) + "-" + parts.group(2)) : Optional.empty();
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
