package footfall.topology;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
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
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    private final Map<String, Object> config;
    private final String application;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(work -> {
        var thread = new Thread(work, "footfall-orphaned-transactions");
        thread.setDaemon(true);
        return thread;
    });

    OrphanedTransactions(Map<String, String> client, String application) {
        this.application = application;
        this.config = new HashMap<>(client);
        config.put("default.api.timeout.ms", Long.toString(ANSWER_MAX.toMillis()));
        config.put("request.timeout.ms", Long.toString(ANSWER_MAX.toMillis()));
    }

    @Override
    public void onChange(KafkaStreams.State now, KafkaStreams.State before) {
        if (now == KafkaStreams.State.REBALANCING && !worker.isShutdown()) {
            worker.execute(this::abort);
        }
    }

    private void abort() {
        try (var admin = Admin.create(config)) {
            var open = open(admin).stream()
                    .filter(ProcessorNames.transactionalIds(application))
                    .toList();
            if (!open.isEmpty()) {
                var members = members(admin);
                var orphans = among(open, members, application);
                admin.fenceProducers(orphans).all().get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException | KafkaException why) {
            LOG.warn("cannot abort the transactions of members that left the group: {}", why.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** The client ID of each member of the group, which is of either protocol. */
    private List<String> members(Admin admin) throws ExecutionException, InterruptedException, TimeoutException {
        var group = List.of(application);
        try {
            var classic = admin.describeConsumerGroups(group).all().get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
            return classic.get(application).members().stream()
                    .map(MemberDescription::clientId)
                    .toList();
        } catch (ExecutionException why) {
            if (!(why.getCause() instanceof GroupIdNotFoundException)) {
                throw why;
            }
        }
        var streams = admin.describeStreamsGroups(group).all().get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
        return streams.get(application).members().stream()
                .map(StreamsGroupMemberDescription::clientId)
                .toList();
    }

    private List<String> open(Admin admin) throws ExecutionException, InterruptedException, TimeoutException {
        var ongoing = new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
        return admin.listTransactions(ongoing).all().get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS).stream()
                .map(TransactionListing::transactionalId)
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
