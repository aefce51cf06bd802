package footfall.run;

import footfall.line.LineParser;
import footfall.line.Rejected;
import footfall.redact.RawLine;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.ship.LineProducer;
import footfall.tail.Transcript;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends transcript files as they are now, once, in their order: the plain reader of a run that ends by
 * itself.
 */
final class HistoryShipping {
  private static final int CHUNK_BYTES = 1 << 20;

  private final LineProducer producer;
  private final Once.Settings settings;
  private final Copies copies;
  private final Watcher watcher;
  private long lines;
  private long rejected;

  HistoryShipping(LineProducer producer, Once.Settings settings, Copies copies, Watcher watcher) {
    this.producer = producer;
    this.settings = settings;
    this.copies = copies;
    this.watcher = watcher;
  }

  /** Is told how it goes on. */
  interface Watcher {
    void read(long bytes);

    void unreadable(Transcript file, IOException why);
  }

  long lines() {
    return lines;
  }

  long rejected() {
    return rejected;
  }

  void send(List<Transcript> files) {
    for (var file : files) {
      try (var chunks = WholeLines.of(file, CHUNK_BYTES, settings.lineBytesMax())) {
        new OneFile(file).send(chunks);
      } catch (IOException why) {
        watcher.unreadable(file, why);
      }
    }
  }

  private final class OneFile {
    private final Transcript file;
    private final Redactor redactor = new Redactor(settings.redact(), new LineParser(settings
        .lineBytesMax()));
    private final Map<String, Long> previous = new HashMap<>();

    OneFile(Transcript file) {
      this.file = file;
    }

    void send(WholeLines chunks) throws IOException {
      for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        if (chunk.tooLong() > 0) {
          reject(new Rejected(Rejected.Reason.TOO_LONG, chunk.offset(), chunk.tooLong()));
        }
        chunk.eachLine((bytes, offset) -> redactor.redact(new RawLine(file.id(), offset, file.source(),
            bytes)).forEach(this::send));
        watcher.read(chunk.bytes().length() + chunk.tooLong());
      }
    }

    private void send(Redacted part) {
      if (part instanceof RedactedLine line) {
        var session = line.session().value();
        long before = previous.getOrDefault(session, -1L);
        boolean isSent = producer.send(line, before, copies.ownerOther(line.promptUuid(), session));
        lines += isSent ? 1 : 0;
        rejected += isSent ? 0 : 1;
        previous.put(session, line.offset());
      } else if (part instanceof Redacted.Refused refused) {
        reject(refused.rejected());
      }
    }

    private void reject(Rejected why) {
      producer.send(file.id().toString(), why);
      rejected++;
    }
  }
}
