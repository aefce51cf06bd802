package footfall.run;

import footfall.broker.EmbeddedBroker;
import footfall.folder.Lz4Library;
import footfall.topology.Streaming;
import footfall.view.Shipped;
import footfall.view.Views;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Broker, topology and shipper in this process, running until stopped. All state is in the data folder, and
 * the next start continues from it.
 */
public final class Up implements Running {

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final CompletableFuture<Exception> end = new CompletableFuture<>();
  private final OneShotRun.Settings settings;
  private final footfall.config.Settings config;
  private final boolean isFromNow;
  private String title = "up";
  private Streaming streaming;
  private OwnShipper shipper;

  private Up(OneShotRun.Settings settings, footfall.config.Settings config, boolean isFromNow) {
    this.isFromNow = isFromNow;
    this.settings = settings;
    this.config = config;
  }

  /** {@code isFromNow}: the first start skips existing transcript lines. */
  public record Options(List<Path> homes, boolean isFromNow) {}

  /** Receives the stages of the start. */
  public interface Progress {
    void stage(String what);
  }

  /** Starts all parts; stops the started ones when one fails. */
  public static Up start(footfall.config.Settings config, Options asked, Progress progress)
      throws Exception {
    var up = new Up(OneShotRun.Settings.of(config, asked.homes()), config, asked.isFromNow());
    boolean isStarted = false;
    try {
      up.start(progress);
      isStarted = true;
      return up;
    } catch (RuntimeException foreseen) {
      throw Termination.reported(foreseen);
    } finally {
      if (!isStarted) {
        up.close();
      }
    }
  }

  private void start(Progress progress) throws Exception {
    progress.stage("starting the broker");
    Lz4Library.load(settings.data().resolve("native"));
    var broker = EmbeddedBroker.start(settings.broker());
    started.push(broker);
    broker.failure().thenAccept(why -> end.complete(Termination.reported(why)));
    var client = settings.ready(broker);
    progress.stage("starting the topology");
    streaming = Streaming.start(settings.topology(), settings.stream(broker));
    started.push(streaming);
    streaming.failure().thenAccept(why -> ends(broker, why));
    shipper = OwnShipper.start(client, settings, config, isFromNow);
    started.push(shipper);
    shipper.failure().thenAccept(why -> ends(broker, why));
    title = "up on " + broker.bootstrapServers();
  }

  private void ends(EmbeddedBroker broker, Throwable why) {
    Termination.cause(broker, why).thenAccept(cause -> end.complete(Termination.reported(cause)));
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
    return true;
  }

  @Override
  public Shipped shipped() {
    return shipper.shipped();
  }

  @Override
  public Optional<Notice> notice() {
    return Stream.restarted(streaming);
  }

  @Override
  public CompletionStage<Exception> end() {
    return end;
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception unexpected) {
        end.complete(Termination.reported(unexpected));
      }
    }
  }
}
