package footfall.topology;

import footfall.row.RowReader;
import footfall.turn.Position;
import footfall.view.Selection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * One scan over the records of a kind in a partition of the turn log, in the order of their positions. Reads only
 * the rows of the selected time, or of the selected session. Records without a time come first. Records of the
 * same millisecond are sorted, because the rows are only in order of milliseconds.
 */
final class LogScan<V> {
    private static final long SECONDS_MAX = Long.MAX_VALUE / 1_000 - 1;

    private final ReadOnlyKeyValueStore<Bytes, byte[]> store;
    private final LogQuery<V> query;
    private final Selection selection;
    private final Position after;
    private final Limit limit;
    private final Sink<V> sink;
    private long scanned;
    private Position last;
    private boolean isOver;
    private boolean isMore;

    private LogScan(Source<V> source, Position after, Limit limit, Sink<V> sink) {
        this.store = source.store;
        this.query = source.query;
        this.selection = source.selection;
        this.after = after;
        this.limit = limit;
        this.sink = sink;
    }

    /** Gets the selected records. */
    interface Sink<V> {
        /** {@code bytes}: the size of its JSON. Returns whether more is wanted. */
        boolean accept(V value, int bytes);
    }

    /** What is scanned. */
    record Source<V>(ReadOnlyKeyValueStore<Bytes, byte[]> store, LogQuery<V> query, Selection selection) {
        /** {@code after} is null for the beginning. */
        LogScan<V> scan(Position after, Limit limit, Sink<V> sink) {
            return new LogScan<>(this, after, limit, sink).run();
        }
    }

    /** At most {@code max} records are read, and none once the scan is late; but always one, so that pages go on. */
    record Limit(int max, BooleanSupplier isLate) {}

    /** A row; {@code json} is null when it was deleted meanwhile. */
    private record Row(long at, String id, byte[] json) {}

    /** The number of records read. */
    long scanned() {
        return scanned;
    }

    /** The last position that was examined; null when nothing follows. */
    Position reached() {
        return isMore ? last : null;
    }

    private LogScan<V> run() {
        if (selection.admits((Instant) null) && (after == null || after.startedAt() == null)) {
            untimed();
        }
        if (!isOver) {
            timed();
        } else {
            isMore = true;
        }
        return this;
    }

    /** The order of their rows is that of their positions. */
    private void untimed() {
        try (var rows = LogRows.untimedFrom(store, query.kind(), after == null ? "" : after.id())) {
            while (!isOver && rows.hasNext()) {
                examine(List.of(row(LogRows.ofUntimed(rows.next()))), true);
                checkInterrupt();
            }
        }
    }

    private static void checkInterrupt() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("nobody waits for the answer");
        }
    }

    private Row row(LogRows.Place place) {
        return new Row(place.at(), place.id(), store.get(LogRows.row(query.kind(), place.at(), place.id())));
    }

    private void timed() {
        long from = selection.since().map(LogScan::millis).orElse(0L);
        if (after != null && after.startedAt() != null) {
            from = Math.max(from, millis(after.startedAt()));
        }
        long to = selection.until().map(LogScan::millis).orElse(Long.MAX_VALUE - 1);
        if (selection.session().isPresent()) {
            examineAll(ofSession(selection.session().get(), from, to).iterator());
            return;
        }
        try (var rows = store.range(LogRows.row(query.kind(), from, ""), LogRows.row(query.kind(), to + 1, ""))) {
            examineAll(new Rows(rows));
        }
    }

    /** The rows of a range, read one by one. */
    private record Rows(KeyValueIterator<Bytes, byte[]> rows) implements Iterator<Row> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public Row next() {
            var row = rows.next();
            return new Row(LogRows.at(row.key), LogRows.id(row.key), row.value);
        }
    }

    /** Their positions are sorted, and each row is read when it is needed. */
    private Stream<Row> ofSession(String session, long from, long to) {
        return LogRows.placesOf(store, query.kind(), session).stream()
                .filter(place -> place.at() >= from && place.at() <= to)
                .sorted(Comparator.comparingLong(LogRows.Place::at))
                .map(this::row);
    }

    private void examineAll(Iterator<Row> rows) {
        Row ahead = null;
        while (!isOver && (ahead != null || rows.hasNext())) {
            var same = new ArrayList<Row>();
            same.add(ahead != null ? ahead : rows.next());
            ahead = null;
            while (ahead == null && rows.hasNext()) {
                var next = rows.next();
                if (next.at == same.get(0).at) {
                    same.add(next);
                } else {
                    ahead = next;
                }
            }
            examine(same, false);
            checkInterrupt();
        }
        isMore |= isOver && (ahead != null || rows.hasNext());
    }

    /** Examines records of the same millisecond, or one without a time. */
    private void examine(List<Row> same, boolean isUntimed) {
        var found = new ArrayList<LogQuery.Found<V>>();
        for (var row : same) {
            query.read(row.id, row.json)
                    .filter(one -> (one.position().startedAt() == null) == isUntimed)
                    .filter(one -> after == null || one.position().compareTo(after) > 0)
                    .ifPresentOrElse(found::add, () -> scanned++);
        }
        found.sort(Comparator.comparing(LogQuery.Found::position));
        for (var one : found) {
            if (isOver) {
                isMore = true;
                return;
            }
            scanned++;
            last = one.position();
            boolean isAdmitted = RowReader.tried(() -> query.admits().test(selection, one.value()))
                    .orElse(false);
            boolean isFull = isAdmitted && !sink.accept(one.value(), one.bytes());
            isOver = isFull || scanned >= limit.max || limit.isLate.getAsBoolean();
        }
    }

    /** As in the keys of rows: at least 0. */
    private static long millis(Instant at) {
        return Math.abs(at.getEpochSecond()) < SECONDS_MAX
                ? Math.max(0, at.toEpochMilli())
                : at.getEpochSecond() < 0 ? 0 : SECONDS_MAX * 1_000;
    }
}
