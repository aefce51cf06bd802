package footfall.run;

import footfall.line.LineParser;
import footfall.redact.RawLine;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.line.Bytes;
import footfall.line.Rejected;
import footfall.ship.LineProducer;
import footfall.tail.Transcript;
import footfall.view.Shipped;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sends transcripts as they grow, by looking at their sizes, on a thread of its own. What it sent it forgets
 * with the process: the next start sends everything again, which changes nothing.
 */
final class Following implements AutoCloseable {
  private static final long LOOK_MS = 100;
  private static final int LOOKS_A_SEARCH = 10;
  private static final int READ_BYTES = 1 << 20;
  private static final int TROUBLES_MAX = 20;

  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final Map<Path, Followed> files = new LinkedHashMap<>();
  private final Copies copies = new Copies();
  private final Once.Settings settings;
  private final LineParser parser;
  private volatile Shipped shipped;
  private Thread thread;
  private long lines;
  private long rejected;

  private Following(Once.Settings settings) {
    this.settings = settings;
    this.parser = new LineParser(settings.lineBytesMax());
    this.shipped = new Shipped(false, 0, 0, 0, 0, 0, List.of(), places());
  }

  static Following start(Map<String, String> client, Once.Settings settings) {
    var following = new Following(settings);
    following.thread = new Thread(() -> following.run(client), "footfall-ship");
    following.thread.setDaemon(true);
    following.thread.start();
    return following;
  }

  private List<String> places() {
    return settings.homes().stream().map(Path::toString).toList();
  }

  private void run(Map<String, String> client) {
    try (var producer = new LineProducer(client, settings.topology().prefix(), settings.identity())) {
      var unreadable = List.<Reading.Unreadable>of();
      for (int look = 0; !Thread.currentThread().isInterrupted(); look++) {
        if (look % LOOKS_A_SEARCH == 0) {
          unreadable = search();
        }
        for (var file : files.values()) {
          file.readOn(producer);
        }
        tell(unreadable);
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException why) {
      failure.complete(why);
    }
  }

  private List<Reading.Unreadable> search() {
    var found = TranscriptList.at(settings.homes(), files.keySet());
    found.files().forEach(file -> files.computeIfAbsent(file.path(), path -> new Followed(file)));
    return found.unreadable();
  }

  private void tell(List<Reading.Unreadable> unreadable) {
    var troubles = new ArrayList<String>();
    unreadable.stream().filter(one -> !settings.homes().contains(one.path())).limit(TROUBLES_MAX).forEach(
        one -> troubles.add(one.path() + " " + one.why()));
    long behind = files.values().stream().mapToLong(Followed::behind).sum();
    shipped = new Shipped(true, files.size(), troubles.size(), lines, rejected, behind, troubles, places());
  }

  /** One file and how far it has been sent. */
  private final class Followed {
    private final Transcript file;
    private final Redactor redactor;
    private final Map<String, Long> previous = new HashMap<>();
    private long position;
    private long size;

    Followed(Transcript file) {
      this.file = file;
      this.redactor = new Redactor(settings.redact(), parser);
    }

    long behind() {
      return size - position;
    }

    void readOn(LineProducer producer) {
      size = file.path().toFile().length();
      if (size <= position) {
        return;
      }
      try (var channel = FileChannel.open(file.path())) {
        int wanted = READ_BYTES;
        while (position < size) {
          var buffer = ByteBuffer.allocate((int) Math.min(wanted, size - position));
          int got = channel.read(buffer, position);
          int whole = got <= 0 ? 0 : send(producer, new Bytes(buffer.array(), 0, got));
          if (whole == 0 && (got < wanted || wanted > settings.lineBytesMax())) {
            return;
          }
          wanted = whole == 0 ? wanted * 2 : READ_BYTES;
          position += whole;
        }
      } catch (IOException gone) {
        // The next search names it.
      }
    }

    /** Sends whole lines and says how many bytes they were. */
    private int send(LineProducer producer, Bytes bytes) {
      int start = 0;
      for (int end = bytes.newlineFrom(0); end < bytes.to(); end = bytes.newlineFrom(start)) {
        var line = new Bytes(bytes.array(), start, end);
        long at = position + start;
        parser.parse(line, at, file.source()).forEach(part -> copies.note(file, part));
        redactor.redact(new RawLine(file.id(), at, file.source(), line)).forEach(part -> send(producer,
            part));
        start = end + 1;
      }
      return start;
    }

    private void send(LineProducer producer, Redacted part) {
      if (part instanceof RedactedLine line) {
        var session = line.session().value();
        long before = previous.getOrDefault(session, -1L);
        boolean isSent = producer.send(line, before, copies.ownerOther(line.promptUuid(), session));
        lines += isSent ? 1 : 0;
        rejected += isSent ? 0 : 1;
        previous.put(session, line.offset());
      } else if (part instanceof Redacted.Refused refused) {
        Rejected why = refused.rejected();
        producer.send(file.id().toString(), why);
        rejected++;
      }
    }
  }

  Shipped shipped() {
    return shipped;
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
