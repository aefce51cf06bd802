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
        private final Deque<RedactedBatch> batches = new ArrayDeque<>();
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

        private void put(RedactedBatch batch) {
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
        RedactedBatch next() {
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
}
