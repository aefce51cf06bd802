package footfall.run;

import footfall.line.Parsed;
import footfall.ship.LineProducer;
import footfall.tail.Transcript;
import footfall.view.Shipped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Sends the history of the transcripts, on a thread of its own. */
final class Following implements AutoCloseable {
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong unreadable = new AtomicLong();
  private final Once.Settings settings;
  private volatile List<Transcript> files = List.of();
  private volatile HistoryShipping shipping;
  private Thread thread;

  private Following(Once.Settings settings) {
    this.settings = settings;
  }

  static Following start(Map<String, String> client, Once.Settings settings) {
    var following = new Following(settings);
    following.thread = new Thread(() -> following.run(client), "footfall-ship");
    following.thread.setDaemon(true);
    following.thread.start();
    return following;
  }

  private void run(Map<String, String> client) {
    try (var producer = new LineProducer(client, settings.topology().prefix(), settings.identity())) {
      files = TranscriptList.at(settings.homes()).files();
      var copies = new Copies();
      new History(settings.threads(), settings.lineBytesMax()).read(files, new History.Reader() {
        @Override
        public void parsed(Transcript file, Parsed part) {
          copies.note(file, part);
        }

        @Override
        public void read(long bytes) {}

        @Override
        public void unreadable(Transcript file, IOException why) {}
      });
      shipping = new HistoryShipping(producer, settings, copies, new HistoryShipping.Watcher() {
        @Override
        public void read(long bytes) {
          read.addAndGet(bytes);
        }

        @Override
        public void unreadable(Transcript file, IOException why) {
          unreadable.incrementAndGet();
        }
      });
      shipping.send(files);
      producer.flush();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException why) {
      failure.complete(why);
    }
  }

  Shipped shipped() {
    long bytes = files.stream().mapToLong(Transcript::size).sum();
    return new Shipped(true, files.size(), (int) unreadable.get(), 0, 0, Math.max(0, bytes - read.get()),
        List.of(), settings.homes().stream().map(Path::toString).toList());
  }

  CompletionStage<Throwable> failure() {
    return failure;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(2_000);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
