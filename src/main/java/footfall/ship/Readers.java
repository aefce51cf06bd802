package footfall.ship;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The threads that read ahead: one pool for each backlog. {@code batchesMax}: the limit of buffered
 * batches. A backlog smaller than {@code bytesMin} is read by the shipping thread.
 */
record Readers(Supplier<Pool> pool, int batchesMax, long bytesMin) {
    /** More threads would only wait for the shipping thread. */
    private static final int THREADS_MAX = 4;

    private static final int BATCHES_MAX = 16;
    private static final long BYTES_MIN = 1 << 20;

    /** Starts tasks in the order in which they are submitted. */
    interface Pool extends AutoCloseable {
        void execute(Runnable work);

        /** Starts no more tasks, and interrupts the running ones. */
        @Override
        void close();
    }

    /** One thread per processor, up to a limit; the threads end when no backlog remains. */
    static Readers threads() {
        int processors = Runtime.getRuntime().availableProcessors();
        return threads(Math.min(THREADS_MAX, processors), BATCHES_MAX, BYTES_MIN);
    }

    static Readers threads(int count, int batchesMax, long bytesMin) {
        return new Readers(() -> new Threads(count), batchesMax, bytesMin);
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
