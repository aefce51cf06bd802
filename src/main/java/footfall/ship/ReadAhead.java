package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine.RawLine;
import footfall.redact.Redactor;
import footfall.tail.Cursor;
import footfall.tail.FileTail;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Reads and redacts new files ahead of time, in other threads. One thread takes the batches, in the order in
 * which the files were given. At most {@code batchesMax} batches of all files together are buffered. The
 * current file may always buffer one batch, so it never waits for the files after it. A batch holds the
 * contents of the file at the time it was read. Closing this drops the batches that were not taken.
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

    /** Opens a new file. */
    interface Source {
        RedactedTail open() throws IOException;
    }

    static ReadAhead of(List<Source> sources, Readers readers) {
        var ahead = new ReadAhead(readers);
        sources.forEach(source -> ahead.files.add(ahead.new File(source)));
        List.copyOf(ahead.files).forEach(file -> ahead.pool.execute(file::run));
        return ahead;
    }

    /** The current file. */
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

    /** One of the files. One thread takes its batches. */
    final class File {
        private final Source source;
        private final Deque<RedactedTail.RedactedBatch> batches = new ArrayDeque<>();
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
                for (var batch = opened.next(); batch != null; batch = opened.next()) {
                    put(batch);
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

        private void put(RedactedTail.RedactedBatch batch) {
            synchronized (ReadAhead.this) {
                while (!isClosed && held >= readers.batchesMax() && !(isFirst() && batches.isEmpty())) {
                    await();
                }
                if (isClosed) {
                    throw new CancellationException();
                }
                held++;
                batches.add(batch);
                ReadAhead.this.notifyAll();
            }
        }

        private boolean isFirst() {
            return files.peek() == this;
        }

        private void await() {
            try {
                ReadAhead.this.wait();
            } catch (InterruptedException closing) {
                throw new InterruptException("while a transcript was read ahead");
            }
        }

        /** Waits for the next batch; null when all batches that could be read were taken. */
        RedactedTail.RedactedBatch next() {
            synchronized (ReadAhead.this) {
                while (batches.isEmpty() && !isRead) {
                    await();
                }
                if (batches.isEmpty()) {
                    files.remove(this);
                    ReadAhead.this.notifyAll();
                    return null;
                }
                held--;
                ReadAhead.this.notifyAll();
                return batches.remove();
            }
        }

        /** After the last batch: the file at its end. Throws the exception that stopped the read, if any. */
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

        /** After the last batch: the redactor of the file; null if the file could not be opened. */
        Redactor redactor() {
            return tail == null ? null : tail.redactor();
        }
    }

    /**
     * Reads the next lines of an open transcript and redacts them, a batch at a time. {@code isQuiet}: accept a
     * valid last line without a newline. Not thread-safe.
     */
    record RedactedTail(FileTail tail, Redactor redactor, boolean isQuiet) implements Closeable {
        /** Gives the redactor what it knows at the cursor: reads the file up to there, and sends nothing. */
        void recall() throws IOException {
            var at = tail.cursor();
            if (at.isStart()) {
                return;
            }
            tail.before(
                    at.offset(),
                    (bytes, offset) -> redactor.redact(new RawLine(at.file(), offset, tail.source(), bytes)));
        }

        /** The next batch; null at the end. */
        RedactedBatch next() throws IOException {
            var chunk = tail.next(isQuiet);
            if (chunk == null) {
                return null;
            }
            var file = tail.cursor().file();
            var parts = new ArrayList<Redacted>();
            if (chunk.tooLong() > 0) {
                parts.add(new Redacted.Rejected(
                        new RejectedBytes(RejectedBytes.Reason.TOO_LONG, chunk.offset(), chunk.tooLong())));
            }
            chunk.eachLine(
                    (bytes, offset) -> parts.addAll(redactor.redact(new RawLine(file, offset, tail.source(), bytes))));
            return new RedactedBatch(parts, tail.cursor());
        }

        @Override
        public void close() throws IOException {
            tail.close();
        }

        /** The redacted form of some lines of a file, in order, and the position after them. */
        record RedactedBatch(List<Redacted> parts, Cursor after) {}
    }

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
}
