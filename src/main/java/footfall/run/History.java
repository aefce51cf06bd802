package footfall.run;

import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Rejected;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads transcript files in order, and parses them on several threads: the reader takes whole lines a chunk
 * at a time, workers parse chunks, and the caller gets their lines in the order of the files. Holds at most
 * {@code WINDOW} chunks a thread, so memory does not grow with the history; a line may be as long as {@code
 * line_bytes_max}.
 */
public final class History {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int WINDOW = 3;

  private final int threads;
  private final int lineBytesMax;

  public History(int threads, int lineBytesMax) {
    this.threads = threads;
    this.lineBytesMax = lineBytesMax;
  }

  /** Gets everything on the thread that called {@link #read}. */
  public interface Reader {
    void parsed(Transcript file, Parsed part);

    /** Bytes of transcripts done with. */
    void read(long bytes);

    /** A file went away, or may not be read. */
    void unreadable(Transcript file, IOException why);
  }

  private record Parse(Transcript file, long bytes, Future<List<Parsed>> parts) {}

  /** Reads all files; returns when the reader has had every line. */
  public void read(List<Transcript> files, Reader reader) throws InterruptedException {
    var workers = Executors.newFixedThreadPool(threads, task -> {
      var thread = new Thread(task, "parse");
      thread.setDaemon(true);
      return thread;
    });
    try {
      new Pass(workers, reader).read(files);
    } finally {
      workers.shutdownNow();
    }
  }

  private final class Pass {
    private final ExecutorService workers;
    private final Reader reader;
    private final LineParser parser = new LineParser(lineBytesMax);
    private final ArrayDeque<Parse> underWay = new ArrayDeque<>();

    Pass(ExecutorService workers, Reader reader) {
      this.workers = workers;
      this.reader = reader;
    }

    void read(List<Transcript> files) throws InterruptedException {
      for (var file : files) {
        try (var chunks = new Chunks(file.path(), CHUNK_BYTES, lineBytesMax)) {
          for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
            submit(file, chunk);
          }
        } catch (IOException why) {
          reader.unreadable(file, why);
        }
      }
      while (!underWay.isEmpty()) {
        take();
      }
    }

    private void submit(Transcript file, Chunks.Chunk chunk) throws InterruptedException {
      long bytes = chunk.bytes().length() + chunk.tooLong();
      underWay.add(new Parse(file, bytes, workers.submit(() -> parse(file, chunk))));
      while (underWay.size() >= WINDOW * threads) {
        take();
      }
    }

    private List<Parsed> parse(Transcript file, Chunks.Chunk chunk) {
      var parts = new ArrayList<Parsed>();
      if (chunk.tooLong() > 0) {
        parts.add(new Rejected(Rejected.Reason.TOO_LONG, chunk.offset(), chunk.tooLong()));
      }
      chunk.eachLine((bytes, offset) -> parts.addAll(parser.parse(bytes, offset, file.source())));
      return parts;
    }

    private void take() throws InterruptedException {
      var next = underWay.remove();
      try {
        for (var part : next.parts().get()) {
          reader.parsed(next.file(), part);
        }
      } catch (ExecutionException bug) {
        throw new IllegalStateException("parsing failed in " + next.file().path(), bug.getCause());
      }
      reader.read(next.bytes());
    }
  }
}
