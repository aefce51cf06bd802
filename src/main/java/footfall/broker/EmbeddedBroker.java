package footfall.broker;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.common.utils.internals.Exit;
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
            var listeners = Listeners.choose(settings.port());
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
}
