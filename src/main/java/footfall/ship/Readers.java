package footfall.ship;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Who reads ahead: a pool for each backlog. {@code stretchesMax}: held that nobody has taken. A backlog of
 * less than {@code bytesMin} is read by the thread that ships.
 */
record Readers(Supplier<Pool> pool, int stretchesMax, long bytesMin) {
  /** More would wait for the one that ships. */
  private static final int THREADS_MAX = 4;
  private static final int STRETCHES_MAX = 16;
  private static final long BYTES_MIN = 1 << 20;

  /** Begins what it is given in that order. */
  interface Pool extends AutoCloseable {
    void execute(Runnable work);

    /** Begins nothing more, and interrupts what it has begun. */
    @Override
    void close();
  }

  /** Threads, one a processor, that end when there is nothing to read ahead any more. */
  static Readers threads() {
    int processors = Runtime.getRuntime().availableProcessors();
    return threads(Math.min(THREADS_MAX, processors), STRETCHES_MAX, BYTES_MIN);
  }

  static Readers threads(int count, int stretchesMax, long bytesMin) {
    return new Readers(() -> new Threads(count), stretchesMax, bytesMin);
  }

  private static final class Threads implements Pool {
    private final AtomicInteger number = new AtomicInteger();
    private final ExecutorService threads;

    private Threads(int count) {
      threads = Executors.newFixedThreadPool(count, this::thread);
    }

    private Thread thread(Runnable work) {
      var thread = new Thread(work, "ship-read-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }

    @Override
    public void execute(Runnable work) {
      threads.execute(work);
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }
}
