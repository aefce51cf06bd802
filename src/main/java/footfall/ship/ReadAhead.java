package footfall.ship;

import footfall.tail.Cursor;
import footfall.tail.FileTail;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Files that were never read, read and redacted by other threads before their turn, and taken by one thread
 * in the order in which they were given. Of all of them together {@code stretchesMax} stretches are held that
 * nobody has taken, and one more of the file whose turn it is, so that it never waits for those behind it.
 * What a file says when it is read is what is taken, as if it were handed over slowly. Closing it lets go of
 * what was not taken.
 */
final class ReadAhead implements AutoCloseable {
  private final Readers readers;
  private final Readers.Pool pool;
  private final Deque<File> files = new ArrayDeque<>();
  private int held;
  private boolean isClosed;

  private ReadAhead(Readers readers) {
    this.readers = readers;
    this.pool = readers.pool().get();
  }

  /** A file that was never read; until it is taken nobody else touches its tail and its redaction. */
  record Source(FileTail tail, Redaction redaction, int generation, boolean isQuiet, int lineBytesMax) {
    private long read(Redaction.BatchSink taker) throws IOException {
      return tail.read(generation, isQuiet, lineBytesMax, redaction.to(taker));
    }
  }

  static ReadAhead of(List<Source> sources, Readers readers) {
    var ahead = new ReadAhead(readers);
    sources.forEach(source -> ahead.files.add(ahead.new File(source)));
    List.copyOf(ahead.files).forEach(file -> ahead.pool.execute(file::run));
    return ahead;
  }

  /** The file whose turn it is now. */
  synchronized File next() {
    return files.element();
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      files.clear();
      notifyAll();
    }
    pool.close();
  }

  /** One of the files; its stretches are taken by one thread. */
  final class File implements Redaction.BatchSink {
    private final Source source;
    private final Deque<RedactedBatch> stretches = new ArrayDeque<>();
    private boolean isRead;
    private long waiting;
    private Throwable failure;

    private File(Source source) {
      this.source = source;
    }

    private void run() {
      Throwable why = null;
      long rest = 0;
      try {
        rest = source.read(this);
      } catch (IOException | RuntimeException | Error failed) {
        why = failed;
      }
      synchronized (ReadAhead.this) {
        isRead = true;
        waiting = rest;
        failure = why;
        ReadAhead.this.notifyAll();
      }
    }

    @Override
    public Cursor take(RedactedBatch stretch) {
      synchronized (ReadAhead.this) {
        while (!isClosed && held >= readers.stretchesMax() && !(isFirst() && stretches.isEmpty())) {
          await();
        }
        if (isClosed) {
          throw new CancellationException();
        }
        held++;
        stretches.add(stretch);
        ReadAhead.this.notifyAll();
        return stretch.after();
      }
    }

    private boolean isFirst() { return files.peek() == this; }

    private void await() {
      try {
        ReadAhead.this.wait();
      } catch (InterruptedException closing) {
        throw new InterruptException("while a transcript was read ahead");
      }
    }

    @Override
    public int replaced(String name, int generation) {
      throw new IllegalStateException(name + " was read before");
    }

    /** What is to be taken next; null when all is taken that could be read. */
    RedactedBatch next() {
      synchronized (ReadAhead.this) {
        while (stretches.isEmpty() && !isRead) {
          await();
        }
        if (stretches.isEmpty()) {
          files.remove(this);
          ReadAhead.this.notifyAll();
          return null;
        }
        held--;
        ReadAhead.this.notifyAll();
        return stretches.remove();
      }
    }

    /** When all is taken: the bytes of a last line that waits, or why the file could not be read on. */
    long waiting() throws IOException {
      if (failure instanceof IOException unreadable) {
        throw unreadable;
      } else if (failure instanceof RuntimeException bug) {
        throw bug;
      } else if (failure instanceof Error bug) {
        throw bug;
      }
      return waiting;
    }

    FileTail tail() {
      return source.tail();
    }

    Redaction redaction() {
      return source.redaction();
    }
  }
}
