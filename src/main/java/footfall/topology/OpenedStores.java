package footfall.topology;

import footfall.pattern.TallyRows;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.turn.FoldRows;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The stores of a running instance, standbys too. */
final class OpenedStores implements StoreShard.LocalStores {
    private final KafkaStreams streams;
    private final LocalTasks tasks;
    private final TopologyStatus watch;
    private final StoreViews views;

    OpenedStores(KafkaStreams streams, LocalTasks tasks, TopologyStatus watch, StoreViews views) {
        this.streams = streams;
        this.tasks = tasks;
        this.watch = watch;
        this.views = views;
    }

    @Override
    public Optional<Boolean> isStandby(StoreKind store, int partition) {
        return Optional.ofNullable(tasks.partitions(store).get(partition));
    }

    /** A plain read, for the reason given at {@link WriteBehindStore#query}. */
    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> log(int partition) {
        var log = StoreQueryParameters.fromNameAndType(
                        Tables.TURN_LOG.name(), QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
                .withPartition(partition)
                .enableStaleStores();
        var store = QueriedStore.running(() -> streams.store(log));
        var floor = watch.floor(partition);
        return floor.isPresent() ? new KeptLog(store, floor.get()) : store;
    }

    @Override
    public TallyRows tally(int partition) {
        return new QueriedTally(new QueriedStore(streams, Tables.TALLY, partition));
    }

    @Override
    public OpenTurns openTurns(int partition, Selection selection, int max) {
        return views.openTurns(open(partition), selection, max);
    }

    @Override
    public Stream<String> openSessions(int partition) {
        return open(partition).stream().map(open -> open.id().session().value());
    }

    @Override
    public Optional<Turn> openTurn(int partition, String turnId) {
        return views.openTurn(open(partition), turnId);
    }

    @Override
    public Rows trails(int partition) {
        return new StoreViews.QueriedRows(new QueriedStore(streams, Tables.ASSEMBLER, partition));
    }

    /** Those of an active task are in memory; a standby has only its rows. */
    private List<TopologyStatus.Open> open(int partition) {
        if (!isStandby(StoreKind.TRAILS, partition).orElse(false)) {
            return watch.open(partition);
        }
        var open = new ArrayList<TopologyStatus.Open>();
        new QueriedStore(streams, Tables.ASSEMBLER, partition).each(new byte[] {FoldRows.TRAIL.code()}, false, row -> {
            var trail = FoldRows.TRAIL.value(row.value);
            if (trail.hasOpenTurn()) {
                var id = RowKey.parse(FoldRows.TRAIL, row.key.get()).trailId();
                open.add(new TopologyStatus.Open(partition, id, trail));
            }
            return true;
        });
        return open;
    }

    /**
     * The same rows as {@code log}, whose scans do not begin below the floor, because RocksDB steps over each row that
     * expired: topology-docs/develop/decisions/timers-and-commits.md.
     */
    record KeptLog(ReadOnlyKeyValueStore<Bytes, byte[]> log, LogRows.LogFloor floor)
            implements ReadOnlyKeyValueStore<Bytes, byte[]> {
        @Override
        public byte[] get(Bytes key) {
            return log.get(key);
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
            return log.range(from(from, to), to);
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
            return log.reverseRange(from(from, to), to);
        }

        /** At most {@code to}. */
        private Bytes from(Bytes from, Bytes to) {
            for (var kind : LogKind.values()) {
                if (from.get()[0] == kind.row()) {
                    var first = LogRows.row(kind, floor.of(kind), "");
                    var least = first.compareTo(to) < 0 ? first : to;
                    return from.compareTo(least) < 0 ? least : from;
                }
            }
            return from;
        }

        @Override
        public KeyValueIterator<Bytes, byte[]> all() {
            return log.all();
        }

        @Override
        public long approximateNumEntries() {
            return log.approximateNumEntries();
        }
    }

    /** The rows of a partition's tally, read-only. */
    private record QueriedTally(QueriedStore store) implements TallyRows {
        private static final String READ_ONLY = "queried rows are read-only";

        @Override
        public byte[] get(byte[] key) {
            return store.get(key);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            throw new UnsupportedOperationException(READ_ONLY);
        }

        @Override
        public void delete(byte[] key) {
            throw new UnsupportedOperationException(READ_ONLY);
        }

        @Override
        public List<Row> first(byte[] prefix, int max) {
            return rows(prefix, max, false);
        }

        @Override
        public List<Row> last(byte[] prefix, int max) {
            return rows(prefix, max, true);
        }

        private List<Row> rows(byte[] prefix, int max, boolean isDescending) {
            var rows = new ArrayList<Row>();
            store.each(prefix, isDescending, row -> {
                rows.add(new Row(row.key.get(), row.value));
                return rows.size() < max;
            });
            return rows;
        }

        @Override
        public void each(byte[] prefix, Consumer<Row> row) {
            store.each(prefix, false, next -> {
                row.accept(new Row(next.key.get(), next.value));
                return true;
            });
        }
    }
}
