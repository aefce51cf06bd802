package footfall.broker;

import static java.util.Map.entry;

import footfall.broker.BrokerDirectory.ClusterIdentity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.net.SocketException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Kafka broker with its controller in this process, reachable only from this machine and by its owner;
 * the log is kept across restarts. When {@link #start} returns, clients can connect. Acknowledged records
 * survive the end of the process, including {@code kill -9}, but possibly not a power cut, because Kafka
 * leaves flushing to the operating system. One broker per process; tests may run more, then {@link #failure}
 * is that of the last one started.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
    private static final int STARTS_MAX = 3;
    /** Below this, lack of space explains why a broker does not start. */
    private static final long FULL_BYTES = 16L << 20;

    private static final Duration START_TIME_MAX = Duration.ofMinutes(5);
    private static final Duration CLOSE_TIME_MAX = Duration.ofSeconds(20);
    private static final Duration CLOSE_TIME_MAX_AFTER_FAILURE = Duration.ofSeconds(2);

    private final BrokerDirectory directory;
    private final int port;
    private final KafkaRaftServer server;
    private final CompletableFuture<BrokerUnavailable> failure;
    private boolean closed;

    private EmbeddedBroker(
            BrokerDirectory directory, int port, KafkaRaftServer server, CompletableFuture<BrokerUnavailable> failure) {
        this.directory = directory;
        this.port = port;
        this.server = server;
        this.failure = failure;
    }

    /** Starts a broker on the directory of the settings, which is created and formatted if needed. */
    public static EmbeddedBroker start(BrokerSettings settings) {
        var directory = BrokerDirectory.open(settings.directory(), BrokerDirectory.FREE_BYTES_MIN);
        EmbeddedBroker broker = null;
        try {
            broker = start(directory, settings);
            return broker;
        } finally {
            if (broker == null) {
                directory.close();
            }
        }
    }

    private static EmbeddedBroker start(BrokerDirectory directory, BrokerSettings settings) {
        for (int attempt = 1; ; attempt++) {
            var listeners = BrokerSettings.Listeners.choose(settings.port());
            var properties = ServerProperties.of(directory, listeners, settings.overrides());
            try {
                return start(directory, listeners.client(), new KafkaConfig(properties, false));
            } catch (RuntimeException e) {
                // Another process may bind the port after it was chosen.
                if (attempt == STARTS_MAX || !isOfSockets(e)) {
                    throw directory.freeBytes() < FULL_BYTES
                            ? BrokerUnavailable.stopped(directory.path(), directory.freeBytes())
                            : BrokerUnavailable.notStarted(directory.path(), e);
                }
            }
        }
    }

    /** Kafka wraps the socket's exception several times. */
    private static boolean isOfSockets(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
                .anyMatch(SocketException.class::isInstance);
    }

    private static EmbeddedBroker start(BrokerDirectory directory, int port, KafkaConfig config) {
        MeterTicks.stop();
        var server = new KafkaRaftServer(config, MachineClock.time());
        var broker = new EmbeddedBroker(directory, port, server, new CompletableFuture<>());
        var started = false;
        broker.withdraw(); // A killed broker left its own file.
        broker.watchForHalt();
        try {
            broker.startup();
            ClientProperties.write(directory.path(), broker.client());
            started = true;
            return broker;
        } catch (IOException e) {
            throw BrokerUnavailable.notWritable(directory.path(), e);
        } finally {
            if (!started) {
                broker.stop();
            }
        }
    }

    /** In a thread of its own, since Kafka's own limit counts the time in which the machine sleeps. */
    private void startup() {
        var starting = new FutureTask<Void>(server::startup, null);
        var thread = new Thread(starting, "footfall-broker-start");
        thread.setDaemon(true);
        thread.start();
        try {
            AwakeTime.of(START_TIME_MAX).await(starting);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("not started within " + START_TIME_MAX.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            starting.cancel(true); // Of one that has not ended.
        }
    }

    /**
     * Kafka halts the process, without a message and without shutdown hooks, when its disk or the heap is full or its
     * controller fails. This replaces the halt with a failure that the owner of the broker handles.
     */
    private void watchForHalt() {
        Exit.Procedure tell = (status, message) -> failure.complete(
                HeapUse.isFull()
                        ? BrokerUnavailable.noMemory(directory.path())
                        : BrokerUnavailable.stopped(directory.path(), directory.freeBytes()));
        Exit.setHaltProcedure(tell);
        Exit.setExitProcedure(tell);
    }

    public String bootstrapServers() {
        return ServerProperties.bootstrapServers(port);
    }

    /** Kafka client properties that connect to this broker, including the password. */
    public Map<String, String> client() {
        return directory.credentials().client(bootstrapServers());
    }

    /** Constant for a directory, and different for every directory. */
    public String clusterId() {
        return directory.identity().clusterId();
    }

    /** Completes when the running broker can no longer serve; close it then. */
    public CompletionStage<BrokerUnavailable> failure() {
        return failure.minimalCompletionStage();
    }

    /**
     * Shuts down gracefully: disconnects clients, flushes the log, unlocks the directory. Returns after at most
     * 20 seconds; if the broker has not stopped, the process keeps the lock, because the broker may still
     * write.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        withdraw();
        if (stop()) {
            directory.close();
        } else {
            LOG.warn("the broker in {} did not stop in time and ends with this process", directory.path());
        }
    }

    /** Removes the address of the stopped broker. */
    private void withdraw() {
        try {
            ClientProperties.remove(directory.path());
        } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", ClientProperties.file(directory.path()), e.getMessage());
        }
    }

    private boolean stop() {
        var stopping = new Thread(this::shutdown, "footfall-broker-stop");
        stopping.setDaemon(true);
        stopping.start();
        try {
            // A failed broker has no controller for a controlled shutdown.
            stopping.join((failure.isDone() ? CLOSE_TIME_MAX_AFTER_FAILURE : CLOSE_TIME_MAX).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Exit.resetHaltProcedure();
        Exit.resetExitProcedure();
        return !stopping.isAlive();
    }

    private void shutdown() {
        server.shutdown();
        server.awaitShutdown();
    }

    /**
     * The ticks of the broker's own meters: a timer for each of its 150 rates, every 5 s, and nobody reads these rates.
     * The meters still count.
     */
    private static final class MeterTicks {
        /**
         * For all meters of this process, also those to come: a pool whose factory makes no threads executes no tasks.
         */
        static void stop() {
            var registry = KafkaYammerMetrics.defaultRegistry();
            if (registry.newScheduledThreadPool(1, "meter-tick") instanceof ScheduledThreadPoolExecutor ticks) {
                ticks.setThreadFactory(tick -> null);
                ticks.setRemoveOnCancelPolicy(true); // No thread would remove the ticks of meters that are gone.
            }
        }
    }

    /** Whether the heap was full after its last garbage collections. Kafka does not say which error made it halt. */
    static final class HeapUse {
        private static final double FULL = 0.95;

        private HeapUse() {}

        static boolean isFull() {
            try {
                return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .map(MemoryPoolMXBean::getCollectionUsage)
                        .filter(Objects::nonNull)
                        .anyMatch(HeapUse::isFull);
            } catch (OutOfMemoryError noRoomToAsk) {
                return true;
            }
        }

        /** Objects that survive end in the largest pool, which alone has about the heap's limit. */
        static boolean isFull(MemoryUsage afterCollection) {
            long max = afterCollection.getMax();
            return max >= Runtime.getRuntime().maxMemory() / 2 && afterCollection.getUsed() >= FULL * max;
        }
    }

    /**
     * The settings of one broker on a laptop: single-node, on loopback, closed to other users, small, and quick
     * to start and recover.
     */
    static final class ServerProperties {
        private static final String CLIENT = "CLIENT";
        private static final String HOST = "127.0.0.1";

        /** A record of 1 MiB plus key, headers and batch header. */
        private static final int MESSAGE_BYTES_MAX = (1 << 20) + (64 << 10);

        private static final Map<String, String> ALONE = Map.ofEntries(
                entry("process.roles", "broker,controller"),
                entry("node.id", Integer.toString(ClusterIdentity.NODE_ID)),
                entry("controller.listener.names", ClusterIdentity.CONTROLLER),
                entry("inter.broker.listener.name", CLIENT),
                entry("auto.create.topics.enable", "false"),
                entry("default.replication.factor", "1"),
                entry("min.insync.replicas", "1"),
                entry("offsets.topic.replication.factor", "1"),
                entry("transaction.state.log.replication.factor", "1"),
                entry("transaction.state.log.min.isr", "1"),
                entry("share.coordinator.state.topic.replication.factor", "1"),
                entry("share.coordinator.state.topic.min.isr", "1"),
                // A record keeps the timestamp of the record that caused it, which may be in the future after the
                // clock was set back.
                entry("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)),
                entry("message.max.bytes", Integer.toString(MESSAGE_BYTES_MAX)));

        /**
         * A broker that misses its session has no partitions until its next heartbeat, and nothing is created or
         * sent: a short pause of the machine must not cause that.
         */
        private static final String SESSION_MS = "9000";

        /** A start after kill -9 waits for the session timeout of the killed broker. */
        private static final String SESSION_MS_AFTER_KILL = "1000";

        /** A heartbeat takes a dozen threads a turn each, so it is as rare as the session allows. */
        private static final String HEARTBEAT_MS = "2000";

        private static final String HEARTBEAT_MS_AFTER_KILL = "200";

        /**
         * After kill -9, the only replica may not count as in sync; no other replica can be ahead, so it may be
         * elected.
         */
        private static final Map<String, String> QUICK = Map.ofEntries(
                entry("controlled.shutdown.enable", "true"),
                entry("unclean.leader.election.enable", "true"),
                // Kafka's limit would end while the machine sleeps; EmbeddedBroker holds one that does not.
                entry("server.max.startup.time.ms", Long.toString(Long.MAX_VALUE)),
                entry("group.initial.rebalance.delay.ms", "0"),
                entry("offsets.topic.num.partitions", "2"),
                entry("transaction.state.log.num.partitions", "2"),
                entry("share.coordinator.state.topic.num.partitions", "1"));

        /**
         * Small segments, because a start after kill -9 reads each last segment again, and retention deletes whole
         * segments.
         */
        private static final Map<String, String> SMALL = Map.ofEntries(
                entry("log.segment.bytes", Integer.toString(16 << 20)),
                entry("log.index.size.max.bytes", Integer.toString(512 << 10)),
                entry("log.retention.check.interval.ms", "60000"),
                entry("log.cleaner.threads", "1"),
                entry("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20)),
                entry("metadata.log.segment.bytes", Integer.toString(16 << 20)),
                entry("offsets.topic.segment.bytes", Integer.toString(4 << 20)),
                entry("transaction.state.log.segment.bytes", Integer.toString(4 << 20)),
                entry("num.network.threads", "2"),
                entry("listener.name.controller.num.network.threads", "1"),
                entry("num.io.threads", "2"),
                entry("num.recovery.threads.per.data.dir", "2"),
                entry("background.threads", "2"),
                entry("group.coordinator.threads", "1"),
                entry("share.coordinator.threads", "1"));

        /**
         * At rest, the log of metadata gets one record in 30 s. High-water marks are written rarely: the only replica
         * has everything, so it moves its mark to its end when it starts.
         */
        private static final Map<String, String> RESTING = Map.of(
                "metadata.max.idle.interval.ms", "30000",
                "replica.high.watermark.checkpoint.interval.ms", "60000",
                "log.flush.offset.checkpoint.interval.ms", "300000",
                "log.flush.start.offset.checkpoint.interval.ms", "300000");

        private ServerProperties() {}

        static Map<String, String> of(
                BrokerDirectory directory, BrokerSettings.Listeners listeners, Map<String, String> overrides) {
            var properties = new HashMap<String, String>();
            boolean wasKilled = directory.wasKilled();
            properties.put("broker.session.timeout.ms", wasKilled ? SESSION_MS_AFTER_KILL : SESSION_MS);
            properties.put("broker.heartbeat.interval.ms", wasKilled ? HEARTBEAT_MS_AFTER_KILL : HEARTBEAT_MS);
            properties.putAll(QUICK);
            properties.putAll(SMALL);
            properties.putAll(RESTING);
            properties.putAll(ALONE);
            properties.putAll(overrides);
            properties.putAll(directory.credentials().server(CLIENT, ClusterIdentity.CONTROLLER));
            properties.put("log.dirs", directory.path().toString());
            var client = address(CLIENT, listeners.client());
            properties.put("listeners", client + "," + address(ClusterIdentity.CONTROLLER, listeners.controller()));
            properties.put("advertised.listeners", client);
            properties.put(
                    "controller.quorum.voters",
                    ClusterIdentity.NODE_ID + "@" + bootstrapServers(listeners.controller()));
            return Map.copyOf(properties);
        }

        static String bootstrapServers(int port) {
            return HOST + ":" + port;
        }

        private static String address(String listener, int port) {
            return listener + "://" + bootstrapServers(port);
        }
    }
}
