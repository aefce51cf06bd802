package footfall.run;

import footfall.report.Unable;
import footfall.report.Why;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.view.Shipped;
import footfall.view.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The topology alone, on a cluster that is there; its topics too. */
public final class Stream implements Running {
  private final CompletableFuture<Exception> end = new CompletableFuture<>();
  private final Streaming streaming;
  private final String title;

  private Stream(Streaming streaming, String title) {
    this.streaming = streaming;
    this.title = title;
  }

  /**
   * {@code client}: properties of Kafka's clients by their own names; {@code state}: where stores are; {@code
   * topicsWay}: the command that makes the topics of this cluster.
   */
  public record Settings(Map<String, String> client, Path state, int threads, String applicationId,
      String topicsWay) {
    public Settings {
      client = Map.copyOf(client);
    }
  }

  /** Looks first whether the cluster answers and has the topics, so that what is missing is said at once. */
  public static Stream start(footfall.config.Settings config, Settings settings) throws Exception {
    keepable(settings.state);
    new ClusterTopics(settings.client, config, null).present(settings.topicsWay);
    try {
      var stream = new StreamSettings(settings.applicationId, settings.state, settings.threads,
          StreamSettings.MEMORY_BYTES, settings.client);
      var running = new Stream(Streaming.start(config.topologySettings(), stream), "stream on "
          + settings.client
              .get("bootstrap.servers"));
      running.streaming.failure().thenAccept(why -> running.end.complete(Ended.told(why)));
      return running;
    } catch (RuntimeException foreseen) {
      throw Ended.told(foreseen);
    }
  }

  private static void keepable(Path state) throws Unable {
    try {
      Files.createDirectories(state);
      Files.delete(Files.createTempFile(state, "footfall", ".try"));
    } catch (IOException why) {
      throw new Unable("cannot keep stores in " + state + ": " + Why.of(why)
          + "; name another folder with --state",
          why);
    }
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Views views() {
    return streaming.views();
  }

  @Override
  public boolean hasShipper() {
    return false;
  }

  @Override
  public Shipped shipped() {
    return Shipped.NONE;
  }

  @Override
  public CompletionStage<Exception> end() {
    return end;
  }

  @Override
  public void close() {
    streaming.close();
  }
}
