package footfall.broker;

import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;

/**
 * One Kafka broker and its controller in this process, reachable from this machine only and by its owner
 * only, its log kept over restarts. When {@link #start} returns, clients can connect. What was acknowledged
 * survives the process, also {@code kill -9}; it does not promise to survive a power cut, because Kafka
 * leaves the last seconds to the operating system. A process runs one at a time; tests may run more, then
 * {@link #failure} speaks for the one started last.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final int STARTS_MAX = 3;
  /** With less room a broker that does not start needs no other explanation. */
  private static final long FULL_BYTES = 16L << 20;
  private static final Duration CLOSE_TIME_MAX = Duration.ofSeconds(20);
  private static final Duration CLOSE_TIME_MAX_AFTER_FAILURE = Duration.ofSeconds(2);

  private final BrokerDirectory directory;
  private final int port;
  private final KafkaRaftServer server;
  private final CompletableFuture<BrokerUnavailable> failure;
  private boolean closed;

  private EmbeddedBroker(BrokerDirectory directory, int port, KafkaRaftServer server,
      CompletableFuture<BrokerUnavailable> failure) {
    this.directory = directory;
    this.port = port;
    this.server = server;
    this.failure = failure;
  }

  /** Starts over the directory of the settings, which it creates and formats when there is none yet. */
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
    for (int attempt = 1;; attempt++) {
      var listeners = Listeners.choose(settings.port());
      var properties = ServerProperties.of(directory, listeners, settings.overrides());
      try {
        return start(directory, listeners.client(), new KafkaConfig(properties, false));
      } catch (RuntimeException e) {
        // Between choosing a port and binding it another process may have taken it.
        if (attempt == STARTS_MAX || !isOfSockets(e)) {
          throw directory.freeBytes() < FULL_BYTES
              ? BrokerUnavailable.stopped(directory.path(), directory.freeBytes())
              : BrokerUnavailable.notStarted(directory.path(), e);
        }
      }
    }
  }

  /** Kafka wraps what happened to a socket several times over. */
  private static boolean isOfSockets(Throwable thrown) {
    for (var cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketException) {
        return true;
      }
    }
    return false;
  }

  private static EmbeddedBroker start(BrokerDirectory directory, int port, KafkaConfig config) {
    var server = new KafkaRaftServer(config, Time.SYSTEM);
    var broker = new EmbeddedBroker(directory, port, server, new CompletableFuture<>());
    var started = false;
    broker.withdraw(); // A killed broker left its own.
    broker.watchForHalt();
    try {
      server.startup();
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

  /**
   * Kafka ends the whole process, without a word and without shutdown hooks, when its disk is full or its
   * controller fails. Here it says so instead and whoever runs the broker decides.
   */
  private void watchForHalt() {
    Exit.Procedure tell = (status, message) -> failure
        .complete(BrokerUnavailable.stopped(directory.path(), directory.freeBytes()));
    Exit.setHaltProcedure(tell);
    Exit.setExitProcedure(tell);
  }

  public String bootstrapServers() {
    return ServerProperties.bootstrapServers(port);
  }

  /** What a client needs to be let in: Kafka's client properties, the password among them. */
  public Map<String, String> client() {
    return directory.credentials().client(bootstrapServers());
  }

  public int port() {
    return port;
  }

  public Path directory() {
    return directory.path();
  }

  /** The same at every start over one directory, and another for every directory. */
  public String clusterId() {
    return directory.identity().clusterId();
  }

  /** Completes, if ever, when the running broker can no longer serve; it is then to be closed. */
  public CompletionStage<BrokerUnavailable> failure() {
    return failure.minimalCompletionStage();
  }

  /**
   * Stops in order: clients are let go, leadership is handed back, the log is flushed, the directory
   * unlocked. Returns after 20 seconds at the latest; then the lock stays with the process, because the
   * broker may still write.
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

  /** Clients are no longer led to the address of a broker that has stopped. */
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
      // A broker that gave up has no controller left that could grant it an orderly end.
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
