package footfall.topology;

import footfall.row.RowReader;
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
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
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
         * At most {@code range.scanMax()} records are read, and none once the scan is late; but always one, so that
         * pages go on. {@code sink} bounds those that are wanted.
         */
        LogScan<V> scan(Shard.Range range, BooleanSupplier isLate, Sink<V> sink) {
            return new LogScan<>(this, range, isLate, sink).run();
        }
    }

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
        if (isPassed || !selection.admits((Instant) null)) {
            return;
        }
        var from = after == null || after.startedAt() != null ? Optional.<String>empty() : Optional.of(after.id());
        try (var rows = LogRows.untimed(store, query.kind(), from, range.direction())) {
            while (!isOver && rows.hasNext()) {
                examine(List.of(row(LogRows.ofUntimed(rows.next()))), true);
                checkInterrupt();
            }
            isMore |= isOver && rows.hasNext();
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
        var after = range.after() == null ? null : range.after().startedAt();
        if (isOver || isDescending() && range.after() != null && after == null) {
            isMore |= isOver;
            return;
        }
        long from = selection.since().map(LogScan::millis).orElse(0L);
        long to = selection.until().map(LogScan::millis).orElse(Long.MAX_VALUE - 1);
        if (after != null && isDescending()) {
            to = Math.min(to, millis(after));
        } else if (after != null) {
            from = Math.max(from, millis(after));
        }
        if (selection.session().isPresent()) {
            examineAll(ofSession(selection.session().get(), from, to).iterator());
            return;
        }
        var first = LogRows.row(query.kind(), from, "");
        var last = LogRows.row(query.kind(), to + 1, "");
        try (var rows = isDescending() ? store.reverseRange(first, last) : store.range(first, last)) {
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
        var byTime = Comparator.comparingLong(LogRows.Place::at);
        return LogRows.placesOf(store, query.kind(), session).stream()
                .filter(place -> place.at() >= from && place.at() <= to)
                .sorted(isDescending() ? byTime.reversed() : byTime)
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
                    .filter(one -> range.direction().isAfter(one.position(), range.after()))
                    .ifPresentOrElse(found::add, () -> scanned++);
        }
        found.sort(
                Comparator.comparing(LogQuery.Found::position, range.direction().order()));
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
            isOver = isFull || scanned >= range.scanMax() || isLate.getAsBoolean();
        }
    }

    /** As in the keys of rows: at least 0. */
    private static long millis(Instant at) {
        return Math.abs(at.getEpochSecond()) < SECONDS_MAX
                ? Math.max(0, at.toEpochMilli())
                : at.getEpochSecond() < 0 ? 0 : SECONDS_MAX * 1_000;
    }
}
