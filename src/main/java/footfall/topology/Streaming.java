package footfall.topology;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import footfall.folder.CompressionLibraries;
import footfall.topology.TaskContext.DrainSignal;
import footfall.view.Instances;
import footfall.view.StoreKind;
import footfall.view.TopologyMeter;
import footfall.view.TopologyMeter.TopologyCounts;
import footfall.view.TopologyState;
import footfall.view.Views;
import footfall.wire.Channels;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.internals.FetchConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * The running topology. A stream thread that ends because the machine was suspended, a transaction timed out
 * or the broker was unreachable is replaced, and its tasks continue from the last commit. A bug, or restarts
 * without progress, stop the client and complete {@link #failure}, with the position but never the content of
 * a record.
 */
public final class Streaming implements AutoCloseable {
    /** The whole process has 5 s to stop. */
    private static final Duration CLOSE_MAX = Duration.ofSeconds(3);

    private final KafkaStreams streams;
    private final BoundedRocks.Memory memory;
    private final Client client;
    private final StoreViews views;
    private final Instances instances;
    private final CompletableFuture<TopologyFailed> failure = new CompletableFuture<>();
    private final CatchUp catchUp;
    private final GroupLags lags;
    private final Replicas replicas;
    private KafkaMeters meters;

    private Streaming(KafkaStreams streams, TopologySettings topology, BoundedRocks.Memory memory, Client client) {
        this.streams = streams;
        this.catchUp = CatchUp.of(streams);
        this.memory = memory;
        this.client = client;
        var offsets = new GroupLags.BrokerOffsets(client.clients.admin(), client.settings.applicationId());
        this.lags = new GroupLags(offsets, client.clients::reading, Time.SYSTEM::milliseconds);
        var prefixes = List.of(topology.prefix(), client.settings.applicationId() + "-");
        this.replicas = new Replicas(client.clients.admin(), prefixes, Time.SYSTEM::milliseconds);
        this.views = new StoreViews(streams, client.context.watch(), client.restoring, topology);
        this.instances = instances(topology);
    }

    private Instances instances(TopologySettings topology) {
        var id = client.settings.applicationId();
        var tasks = new LocalTasks(client.restoring, client.context.watch(), id);
        var stores = new OpenedStores(streams, tasks, client.context.watch(), views);
        var lines = Channels.LINES.topic(topology.prefix());
        var topics = Map.of(
                StoreKind.TRAILS, lines,
                StoreKind.LOG, Channels.TURNS.topic(topology.prefix()),
                StoreKind.TALLIES, TallyTopology.topic(id));
        var application = new StoreInstances.Application(
                client.settings.address(), topics, new PartitionCount(client.settings.client(), lines));
        return new StoreInstances(streams, tasks, stores, application);
    }

    private record Client(
            StreamSettings settings,
            LagClients clients,
            TaskContext context,
            Restoring restoring,
            Restarts restarts,
            OrphanedTransactions orphans,
            TopologyDescription description) {}

    /** Continuous or one-shot, and who counts its work. */
    private record Kind(DrainSignal drain, boolean isEndless, TopologyMeter meter) {}

    /** Starts a continuous run; the topics must exist. */
    public static Streaming start(TopologySettings topology, StreamSettings settings) {
        return start(topology, settings, TopologyMeter.NONE);
    }

    /** The same with metrics. */
    public static Streaming start(TopologySettings topology, StreamSettings settings, TopologyMeter meter) {
        return start(topology, settings, new Kind(DrainSignal.never(), true, meter));
    }

    /** Starts a one-shot run, which ends after {@link #drain} and {@link #isDrained}. */
    public static Streaming startToEnd(TopologySettings topology, StreamSettings settings) {
        return start(topology, settings, new Kind(new DrainSignal(), false, TopologyMeter.NONE));
    }

    /**
     * A kill while Kafka Streams deletes a store leaves a partial store that cannot be opened. The changelogs
     * are complete.
     */
    private static Streaming start(TopologySettings topology, StreamSettings settings, Kind kind) {
        try {
            return of(topology, settings, kind).started();
        } catch (ProcessorStateException why) {
            throwIfRefused(why, settings);
        }
        try {
            var streaming = of(topology, settings, kind);
            streaming.streams.cleanUp();
            streaming.client.restarts.storesDeleted();
            return streaming.started();
        } catch (ProcessorStateException why) {
            throwIfRefused(why, settings);
            throw TopologyFailed.unopened(settings.stateDirectory(), why);
        }
    }

    private static void throwIfRefused(KafkaException why, StreamSettings settings) {
        var failed = new TopologyFailed(null, why, settings);
        if (failed.refused().isPresent()) {
            throw failed;
        }
    }

    private static Streaming of(TopologySettings topology, StreamSettings settings, Kind kind) {
        var unreadable = new TaskContext.UnreadableRows();
        var restarts = new Restarts(settings.threads(), kind.isEndless);
        var restoring = new Restoring();
        var clients = new LagClients(unreadable, restarts);
        var context = new TaskContext(clients, kind.drain, new TopologyStatus(kind.meter), unreadable);
        var libraries = settings.stateDirectory().resolve("native");
        BoundedRocks.RocksLibrary.load(libraries);
        CompressionLibraries.load(libraries);
        var memory = new BoundedRocks.Memory(settings.memoryBytes());
        var place = new AtomicReference<String>();
        var built = FootfallTopology.build(topology, context);
        var streams = streams(built, settings, StreamConfig.of(settings, memory, place), clients);
        streams.setGlobalStateRestoreListener(restoring);
        streams.setStandbyUpdateListener(restoring);
        var orphans = new OrphanedTransactions(clients::admin, settings.applicationId());
        streams.setStateListener(orphans);
        var streaming = new Streaming(
                streams,
                topology,
                memory,
                new Client(settings, clients, context, restoring, restarts, orphans, built.describe()));
        streams.setUncaughtExceptionHandler(why -> streaming.ended(why, place.getAndSet(null)));
        return streaming;
    }

    /** Its clients are created at once, each with the properties that concern it. */
    private static KafkaStreams streams(
            Topology topology, StreamSettings settings, Properties config, LagClients clients) {
        config.put(StreamsConfig.mainConsumerPrefix(LagConsumer.WRAPPER), LagConsumer.Streams.class);
        config.put(StreamsConfig.mainConsumerPrefix(LagConsumer.REGISTRY), clients);
        if (!settings.isShared()) { // A thread that takes over partitions would wait for its last fetch.
            config.put(StreamsConfig.mainConsumerPrefix(FetchConfig.REGISTRY), clients);
        }
        try {
            return new KafkaStreams(topology, config, clients, MachineClock.time());
        } catch (KafkaException wrong) {
            throwIfRefused(wrong, settings);
            throw wrong;
        }
    }

    private Streaming started() {
        boolean isStarted = false;
        try {
            streams.start();
            catchUp.start();
            isStarted = true;
            return this;
        } finally {
            if (!isStarted) {
                close();
            }
        }
    }

    /** A stream thread ended at {@code place}; null when it was not processing a record. */
    private StreamThreadExceptionResponse ended(Throwable why, String place) {
        var failed = new TopologyFailed(place, why, client.settings);
        var next = failed.refused().isPresent() ? Restarts.Next.STOP : client.restarts.after(why);
        if (next == Restarts.Next.REPLACE) {
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        failure.complete(next == Restarts.Next.GIVE_UP ? TopologyFailed.fruitless(place, why) : failed);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** A recent replacement of a stream thread or of stores, in a few words; else empty. */
    public Optional<String> restarted() {
        return client.restarts.recent();
    }

    /** Where turns are kept from, if earlier ones came since the start. */
    public Optional<Instant> historyBefore() {
        return client.context.watch().historyBefore();
    }

    /** Since when a stream thread can neither send nor commit; empty in the first seconds of such a wait. */
    public Optional<Instant> stalled() {
        return client.clients.stalled();
    }

    /**
     * The records that the stores of this instance lack since its start, before it can replace another instance; -1
     * while no partition is assigned to it. Empty from then on.
     */
    public OptionalLong toCatchUp() {
        return catchUp.left();
    }

    /** Whether all partitions are being processed. */
    public boolean isRunning() {
        return streams.state() == KafkaStreams.State.RUNNING;
    }

    /** Adds Kafka's own metrics to the registry until closed. */
    public void bindTo(MeterRegistry registry) {
        meters = new KafkaMeters(streams, registry);
    }

    public TopologyCounts counts() {
        return new TopologyCounts(
                client.context.watch().openCount(),
                new TopologyCounts.Restored(
                        client.restoring.remaining(), client.restoring.restored(), client.restoring.standbyLag()),
                client.restarts.count(),
                lags.lags().entrySet().stream()
                        .map(one -> new TopologyCounts.Lag(
                                one.getKey().topic(), one.getKey().partition(), one.getValue()))
                        .toList(),
                client.clients.stalledFor(),
                StoreSizes.of(streams.metrics()),
                client.context.watch().hours());
    }

    /** Partitions of the topics, and of the topology's own, that lack a replica; empty while that is not known. */
    public OptionalLong underReplicated() {
        return replicas.underReplicated();
    }

    public CompletionStage<TopologyFailed> failure() {
        return failure;
    }

    public DrainSignal drain() {
        return client.context.drain();
    }

    /**
     * Whether the requested {@link #drain} is complete: first the lines, then the tallies. Poll it from one
     * thread.
     */
    public boolean isDrained() {
        if (!client.context.drain().isDone()) {
            return false;
        }
        if (!client.context.tallyDrain().isRequested()) {
            var topic = TallyTopology.topic(client.settings.applicationId());
            client.context.tallyDrain().request(new CommittedReader(client.settings.client(), "").ends(topic));
        }
        return client.context.tallyDrain().isDone();
    }

    /** The stores of this instance and of the others, for questions about history. */
    public Instances instances() {
        return instances;
    }

    /** The nodes, and who has which partition. */
    public TopologyState state() {
        return TopologyStates.of(client.description, instances, views);
    }

    /** The queries on the running state. */
    public Views views() {
        return views;
    }

    @Override
    public void close() {
        // Other instances continue at once; the partitions of a static member wait for it until the session timeout.
        if (client.settings.isStatic()) {
            client.clients.stay();
        }
        catchUp.close();
        client.orphans.close();
        client.clients.wakeUp();
        var options = CloseOptions.groupMembershipOperation(LEAVE_GROUP).withTimeout(CLOSE_MAX);
        if (streams.close(options)) {
            memory.close(); // Otherwise threads that wait for the broker still use it, until the process ends.
        }
    }

    /** Kafka's own metrics in a registry, whose filter selects some. New ones appear within {@code REFRESH}. */
    private static final class KafkaMeters implements AutoCloseable {
        private static final Duration REFRESH = Duration.ofSeconds(10);

        private final ScheduledExecutorService refreshing = Executors.newSingleThreadScheduledExecutor(work -> {
            var thread = new Thread(work, "footfall-kafka-metrics");
            thread.setDaemon(true);
            return thread;
        });
        private final KafkaStreamsMetrics metrics;

        KafkaMeters(KafkaStreams streams, MeterRegistry registry) {
            metrics = new KafkaStreamsMetrics(streams, Tags.empty(), refreshing, REFRESH);
            metrics.bindTo(registry);
        }

        @Override
        public void close() {
            refreshing.shutdownNow();
            metrics.close();
        }
    }

    /** The size of each store over all tasks of an instance, from Kafka's metrics of RocksDB. */
    private static final class StoreSizes {
        private static final Set<String> SIZES = Set.of("total-sst-files-size", "size-all-mem-tables");
        private static final String STORE = "rocksdb-state-id";

        /** Bytes in files and memory tables, by store. */
        static Map<String, Long> of(Map<MetricName, ? extends Metric> metrics) {
            var sums = new HashMap<String, Long>();
            metrics.forEach((name, metric) -> {
                if (SIZES.contains(name.name()) && metric.metricValue() instanceof Number size) {
                    sums.merge(name.tags().getOrDefault(STORE, ""), size.longValue(), Long::sum);
                }
            });
            return sums;
        }
    }

    /**
     * The number of partitions of a topic, asked for when it is first needed; 0 while the broker does not answer.
     * Thread-safe.
     */
    private static final class PartitionCount implements IntSupplier {
        private static final int ANSWER_MS_MAX = 500;

        private final Map<String, String> client;
        private final String topic;
        private volatile int count;

        PartitionCount(Map<String, String> client, String topic) {
            this.client = client;
            this.topic = topic;
        }

        @Override
        public int getAsInt() {
            return count > 0 ? count : asked();
        }

        private synchronized int asked() {
            if (count > 0) {
                return count;
            }
            var admin = Admin.create(Map.copyOf(client));
            try {
                var described = admin.describeTopics(List.of(topic)).allTopicNames();
                count = described
                        .get(ANSWER_MS_MAX, TimeUnit.MILLISECONDS)
                        .get(topic)
                        .partitions()
                        .size();
            } catch (ExecutionException | TimeoutException unknown) {
                return 0;
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            } finally {
                admin.close(Duration.ZERO); // It would wait for the broker.
            }
            return count;
        }
    }
}
