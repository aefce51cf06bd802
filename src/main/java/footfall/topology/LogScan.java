package footfall.topology;

import footfall.row.RowBytes;
import footfall.turn.Position;
import footfall.view.Direction;
import footfall.view.Selection;
import footfall.view.Shard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * One scan over the records of a kind in a partition of the turn log, in the order of their positions or in its
 * reverse. Reads only the rows of the selected time, or of the selected session. Records without a time come first
 * (last in reverse). Records of the same millisecond are sorted, because the rows are only in order of milliseconds.
 */
final class LogScan<V> {
    private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000 - 1;

    private final ReadOnlyKeyValueStore<Bytes, byte[]> store;
    private final LogQuery<V> query;
    private final Selection selection;
    private final Shard.Range range;
    private final BooleanSupplier isLate;
    private final Sink<V> sink;
    private long scanned;
    private Position last;
    private boolean isOver;
    private boolean isMore;

    private LogScan(Source<V> source, Shard.Range range, BooleanSupplier isLate, Sink<V> sink) {
        this.store = source.store;
        this.query = source.query;
        this.selection = source.selection;
        this.range = range;
        this.isLate = isLate;
        this.sink = sink;
    }

    /** Gets the selected records. */
    interface Sink<V> {
        /** {@code bytes}: the size of its JSON. Returns whether more is wanted. */
        boolean accept(V value, int bytes);
    }

    /** What is scanned. */
    record Source<V>(ReadOnlyKeyValueStore<Bytes, byte[]> store, LogQuery<V> query, Selection selection) {
        /**
         * At most {@code range.scanMax()} rows are read, and none once the scan is late; but always those of one
         * millisecond, so that the next page goes on. {@code sink} bounds the records that are wanted.
         */
        LogScan<V> scan(Shard.Range range, BooleanSupplier isLate, Sink<V> sink) {
            return new LogScan<>(this, range, isLate, sink).run();
        }
    }

    /** The number of rows read. */
    long scanned() {
        return scanned;
    }

    /** The last position that was examined; null when nothing follows. */
    Position reached() {
        return isMore ? last : null;
    }

    private LogScan<V> run() {
        if (isDescending()) {
            timed();
            untimed();
        } else {
            untimed();
            timed();
        }
        return this;
    }

    private boolean isDescending() {
        return range.direction() == Direction.DESC;
    }

    /** The order of their rows is that of their positions. */
    private void untimed() {
        var after = range.after();
        boolean isPassed = after != null && after.startedAt() != null && !isDescending();
        if (isMore || isPassed || !selection.admits((Instant) null)) {
            return;
        }
        var from = after == null || after.startedAt() != null ? Optional.<String>empty() : Optional.of(after.id());
        try (var rows = LogRows.untimed(store, query.kind(), from, range.direction())) {
            examineAll(new Rows(rows, next -> row(LogRows.ofUntimed(next))), true);
        }
    }

    static void checkInterrupt() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("nobody waits for the answer");
        }
    }

    private DecodedRows.Row row(LogRows.Place place) {
        return new DecodedRows.Row(place.at(), place.id(), store.get(LogRows.row(query.row(), place.at(), place.id())));
    }

    private void timed() {
        var after = range.after() == null ? null : range.after().startedAt();
        if (isMore || isDescending() && range.after() != null && after == null) {
            return;
        }
        long from = selection
                .since()
                .map(since -> millis(since.minus(query.lasts())))
                .orElse(0L);
        long to = selection.until().map(LogScan::millis).orElse(Long.MAX_VALUE - 1);
        if (after != null && isDescending()) {
            to = Math.min(to, millis(after));
        } else if (after != null) {
            from = Math.max(from, millis(after));
        }
        if (selection.session().isPresent()) {
            examineAll(ofSession(selection.session().get(), from, to).iterator(), false);
            return;
        }
        var first = LogRows.row(query.row(), from, "");
        var last = LogRows.row(query.row(), to + 1, "");
        try (var rows = isDescending() ? store.reverseRange(first, last) : store.range(first, last)) {
            examineAll(
                    new Rows(rows, next -> new DecodedRows.Row(LogRows.at(next.key), LogRows.id(next.key), next.value)),
                    false);
        }
    }

    /** The rows of a range, read one by one. */
    private record Rows(KeyValueIterator<Bytes, byte[]> rows, Function<KeyValue<Bytes, byte[]>, DecodedRows.Row> row)
            implements Iterator<DecodedRows.Row> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public DecodedRows.Row next() {
            return row.apply(rows.next());
        }
    }

    /** Their positions are sorted, and each row is read when it is needed. */
    private Stream<DecodedRows.Row> ofSession(String session, long from, long to) {
        var byTime = Comparator.comparingLong(LogRows.Place::at);
        return LogRows.placesOf(store, query.kind(), session).stream()
                .filter(place -> place.at() >= from && place.at() <= to)
                .sorted(isDescending() ? byTime.reversed() : byTime)
                .map(this::row);
    }

    /**
     * Ends at a limit, but not before it has examined a row. Rows of a millisecond that it has not read to their end
     * are left to the next page.
     */
    private void examineAll(Iterator<DecodedRows.Row> undecoded, boolean isUntimed) {
        // A page reads no more rows than it needs.
        boolean isFold = range.limit() == Integer.MAX_VALUE;
        var rows = new DecodedRows<>(undecoded, query, isFold ? range.scanMax() - (int) scanned : 1);
        var same = new ArrayList<Read<V>>();
        long at = 0;
        while (rows.hasNext()) {
            checkInterrupt();
            var next = rows.next();
            var row = next.row();
            if (isUntimed || row.at() != at) {
                examine(same);
                same.clear();
            }
            isMore = isOver || last != null && (scanned >= range.scanMax() || isLate.getAsBoolean());
            if (isMore) {
                isOver = true;
                return;
            }
            at = row.at();
            same.add(read(next, isUntimed));
        }
        examine(same);
    }

    /** Of a row that is no such record, the position is that of its key, and {@code found} is null. */
    private record Read<V>(Position position, LogQuery.Found<V> found) {}

    private Read<V> read(DecodedRows.Decoded<V> decoded, boolean isUntimed) {
        scanned++;
        var row = decoded.row();
        return decoded.found()
                .filter(one -> (one.position().startedAt() == null) == isUntimed)
                .map(one -> new Read<>(one.position(), one))
                .orElseGet(() ->
                        new Read<>(new Position(isUntimed ? null : Instant.ofEpochMilli(row.at()), row.id()), null));
    }

    /** Examines the rows of a millisecond, or one of a record without a time. */
    private void examine(List<Read<V>> same) {
        same.sort(Comparator.comparing(Read::position, range.direction().order()));
        for (var one : same) {
            if (!range.direction().isAfter(one.position, range.after())) {
                continue;
            }
            if (isOver) {
                isMore = true;
                return;
            }
            last = one.position;
            isOver = one.found != null && isAdmitted(one.found) && !sink.accept(one.found.value(), one.found.bytes());
        }
    }

    private boolean isAdmitted(LogQuery.Found<V> found) {
        return RowBytes.tried(() -> query.admits().test(selection, found.value()))
                .orElse(false);
    }

    /** As in the keys of rows: at least 0. */
    private static long millis(Instant at) {
        return Math.abs(at.getEpochSecond()) < SECONDS_MAX
                ? Math.max(0, at.toEpochMilli())
                : at.getEpochSecond() < 0 ? 0 : SECONDS_MAX * 1_000;
    }

    /**
     * Rows of the turn log with their records, in the order of the rows. Decoding takes most of a scan, so a long scan
     * reads rows ahead, in batches, and another processor decodes half of each batch if it has nothing else to do.
     */
    private static final class DecodedRows<V> implements Iterator<DecodedRows.Decoded<V>> {
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
}
