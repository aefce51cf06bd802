package footfall.ship;

import footfall.redact.Redactor;
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

  /** Opens a file that was never read. */
  interface Source {
    RedactedTail open() throws IOException;
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
  final class File {
    private final Source source;
    private final Deque<RedactedBatch> stretches = new ArrayDeque<>();
    private boolean isRead;
    private RedactedTail tail;
    private Throwable failure;

    private File(Source source) {
      this.source = source;
    }

    private void run() {
      Throwable why = null;
      try (var opened = source.open()) {
        tail = opened;
        for (var stretch = opened.next(); stretch != null; stretch = opened.next()) {
          put(stretch);
        }
      } catch (IOException | RuntimeException | Error failed) {
        why = failed;
      }
      synchronized (ReadAhead.this) {
        isRead = true;
        failure = why;
        ReadAhead.this.notifyAll();
      }
    }

    private void put(RedactedBatch stretch) {
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

    /** When all is taken: the file as it was read to its end; throws why it could not be read on. */
    FileTail end() throws IOException {
      if (failure instanceof IOException unreadable) {
        throw unreadable;
      } else if (failure instanceof RuntimeException bug) {
        throw bug;
      } else if (failure instanceof Error bug) {
        throw bug;
      }
      return tail.tail();
    }

    /** When all is taken: null when the file could not be opened. */
    Redactor redactor() {
      return tail == null ? null : tail.redactor();
    }
  }
}
