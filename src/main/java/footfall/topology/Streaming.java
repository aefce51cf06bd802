package footfall.topology;

import static org.apache.kafka.streams.CloseOptions.GroupMembershipOperation.LEAVE_GROUP;

import footfall.view.Views;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * The topology, running. A bug stops the client and completes {@link #failure}: with the place where it
 * struck, never with a record's content.
 */
public final class Streaming implements AutoCloseable {
  private static final Duration CLOSE_MAX = Duration.ofSeconds(20);

  private final KafkaStreams streams;
  private final BoundedRocks.Memory memory;
  private final Drain drain;
  private final Views views;
  private final CompletableFuture<TopologyFailed> failure;

  private Streaming(
      KafkaStreams streams, BoundedRocks.Memory memory, Told told) {
    this.streams = streams;
    this.memory = memory;
    this.drain = told.drain;
    this.views = told.views;
    this.failure = told.failure;
  }

  private record Told(Drain drain, Views views, CompletableFuture<TopologyFailed> failure) {}

  /** Starts it; the topics must be there. */
  public static Streaming start(TopologySettings topology, StreamSettings settings) {
    var clients = new LagClients();
    var drain = new Drain();
    var watch = new Watch();
    var memory = new BoundedRocks.Memory(settings.memoryBytes());
    var place = new AtomicReference<String>();
    var failure = new CompletableFuture<TopologyFailed>();
    var streams =
        new KafkaStreams(
            FootfallTopology.build(topology, new Surroundings(clients, drain, watch)),
            StreamConfig.of(settings, memory, place),
            clients);
    streams.setUncaughtExceptionHandler(bug -> {
      failure.complete(new TopologyFailed(place.get(), bug));
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    });
    streams.start();
    var views = new StoreViews(streams, watch, topology);
    return new Streaming(streams, memory, new Told(drain, views, failure));
  }

  /** Whether all partitions are being processed. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  public CompletionStage<TopologyFailed> failure() {
    return failure;
  }

  public Drain drain() {
    return drain;
  }

  /** What one may ask of it. */
  public Views views() {
    return views;
  }

  @Override
  public void close() {
    // A clean stop gives its partitions back at once instead of after the session timeout.
    streams.close(CloseOptions.groupMembershipOperation(LEAVE_GROUP).withTimeout(CLOSE_MAX));
    memory.close();
  }
}
