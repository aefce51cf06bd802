package footfall.topology;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;

/**
 * Rows of the turn log with their records, in the order of the rows. Decoding takes most of a scan, so a long scan
 * reads rows ahead, in batches, and another processor decodes half of each batch if it has nothing else to do.
 */
final class DecodedRows<V> implements Iterator<DecodedRows.Decoded<V>> {
    private static final int FIRST = 8;
    private static final int BATCH_MAX = 256;
    private static final int BATCH_BYTES_MAX = 1 << 20;
    /** Sharing less does not pay. */
    private static final int SHARED_MIN = 64;

    private final Iterator<Row> rows;
    private final LogQuery<V> query;
    private Iterator<Decoded<V>> batch = List.<Decoded<V>>of().iterator();
    private int size;
    private int left;

    /** {@code ahead}: the most rows that are read before they are needed. */
    DecodedRows(Iterator<Row> rows, LogQuery<V> query, int ahead) {
        this.rows = rows;
        this.query = query;
        this.left = ahead;
        this.size = FIRST;
    }

    /** A row; {@code json} is null when it was deleted meanwhile. */
    record Row(long at, String id, byte[] json) {}

    /** A row and its record; empty for bytes that are not such a record. */
    record Decoded<V>(Row row, Optional<LogQuery.Found<V>> found) {}

    @Override
    public boolean hasNext() {
        return batch.hasNext() || rows.hasNext();
    }

    @Override
    public Decoded<V> next() {
        if (!batch.hasNext()) {
            batch = decoded(more()).iterator();
            size = Math.min(2 * size, BATCH_MAX);
        }
        return batch.next();
    }

    private List<Row> more() {
        var more = new ArrayList<Row>(size);
        long bytes = 0;
        int max = Math.max(1, Math.min(size, left));
        do {
            var row = rows.next();
            more.add(row);
            bytes += row.json == null ? 0 : row.json.length;
        } while (more.size() < max && bytes < BATCH_BYTES_MAX && rows.hasNext());
        left -= more.size();
        return more;
    }

    /** The thread that scans decodes what no other thread has begun, so it waits for no more than half a batch. */
    private List<Decoded<V>> decoded(List<Row> some) {
        if (some.size() < SHARED_MIN) {
            return each(some);
        }
        int half = some.size() / 2;
        var second = new FutureTask<>(() -> each(some.subList(half, some.size())));
        ForkJoinPool.commonPool().execute(second);
        var all = new ArrayList<>(each(some.subList(0, half)));
        second.run();
        all.addAll(done(second));
        return all;
    }

    private List<Decoded<V>> each(List<Row> some) {
        return some.stream()
                .map(row -> new Decoded<>(row, query.read(row.id, row.json)))
                .toList();
    }

    private static <T> T done(FutureTask<T> task) {
        try {
            return task.get();
        } catch (ExecutionException bug) {
            throw new IllegalStateException(bug.getCause());
        } catch (InterruptedException leaving) {
            Thread.currentThread().interrupt();
            throw new CancellationException("nobody waits for the answer");
        }
    }
}
