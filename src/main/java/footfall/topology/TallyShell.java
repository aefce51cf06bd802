package footfall.topology;

import footfall.pattern.TallyRows;
import footfall.wire.Received;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Applies deltas to tallies; each punctuation publishes changed subjects with its timestamp. */
final class TallyShell implements Processor<String, byte[], Object, Object> {
    private final TopologySettings settings;
    private final TaskContext client;
    private ProcessorContext<Object, Object> context;
    private TopicPartition changelog;
    private TallyFold tallier;
    private Input input;
    private PunctuationSchedule ticks;
    private long causedAt;

    TallyShell(TopologySettings settings, TaskContext client) {
        this.settings = settings;
        this.client = client;
    }

    static KStream<Object, Object> on(KStream<String, byte[]> deltas, TopologySettings settings, TaskContext context) {
        var bySubject = deltas.repartition(
                Repartitioned.with(Serdes.String(), Serdes.ByteArray()).withName(TallyTopology.BY_KEY));
        var tally = new StoredProcessor<>(
                () -> new TallyShell(settings, context),
                Tables.TALLY,
                new WriteBehindStore.Builder<>(Tables.TALLY.store(), TallyStore::new),
                context.watch());
        return bySubject.process(tally, Named.as("tally"));
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        this.context = context;
        TallyStore rows = context.getStateStore(Tables.TALLY.name());
        this.changelog = Tables.TALLY.changelog(context);
        this.tallier = new TallyFold(settings.tallies(), rows, this::forward);
        tallier.begin(Instant.ofEpochMilli(context.currentSystemTimeMs()));
        client.watch().hoursStarted(context.taskId().partition(), tallier.hours());
        var topic = TallyTopology.topic(context.applicationId());
        this.input = new Input(new TopicPartition(topic, context.taskId().partition()), client.ofTallies());
        this.ticks = new PunctuationSchedule(context, input, this::tick);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        causedAt = record.timestamp();
        var arrival = Instant.ofEpochMilli(record.timestamp());
        var at = context.recordMetadata().orElseThrow();
        if (!tallier.accept(
                record.key(), record.value(), arrival, Instant.ofEpochMilli(context.currentSystemTimeMs()))) {
            var row = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp())
                    .unreadable(record.value());
            forward(TallyTopology.UNTALLIED.of(row.fileId(), row));
        }
        input.processed(at.offset(), arrival);
        ticks.processed(record.timestamp());
    }

    private Instant tick(Instant now) {
        causedAt = now.toEpochMilli();
        var unreadable = client.unreadable().drain(changelog);
        if (!unreadable.isEmpty()) {
            unreadable.forEach(row -> forward(TallyTopology.UNTALLIED.of(row.fileId(), row)));
            tallier.recount();
        }
        var next = tallier.tick(now);
        if (next.isAfter(now) && input.isToBeDrained() && input.isAtTheEnd()) {
            input.isDrained();
        }
        return input.mayBeDrained() ? now : next;
    }

    private void forward(Outlet.Outgoing<?, ?> record) {
        context.forward(
                new Record<>(record.key(), record.value(), causedAt),
                record.outlet().name());
        ticks.forwarded();
        client.watch().forwarded(record.value());
    }

    @Override
    public void close() {
        if (ticks != null) {
            client.watch().hoursStopped(context.taskId().partition(), tallier.hours());
            ticks.stop();
        }
    }

    /** The rows of a running tally in a state store. The totals of a common tool change many times per commit. */
    static final class TallyStore extends WriteBehindStore implements TallyRows {
        private static final int ROWS_MAX = 8_192;

        private final KeyValueStore<Bytes, byte[]> store;
        private final Map<Bytes, Cached> rows = new HashMap<>();
        private final NavigableMap<Bytes, Cached> changed =
                new TreeMap<>(Comparator.comparing(Bytes::get, Arrays::compareUnsigned));

        TallyStore(KeyValueStore<Bytes, byte[]> store) {
            super(store);
            this.store = store;
        }

        /** {@code value} is null for no row; {@code isStored}: it may be in the store. */
        private static final class Cached {
            private byte[] value;
            private boolean isStored;
            private boolean isChanged;

            Cached(byte[] value, boolean isStored) {
                this.value = value;
                this.isStored = isStored;
            }
        }

        @Override
        public byte[] get(byte[] key) {
            var id = Bytes.wrap(key);
            var row = rows.get(id);
            if (row == null) {
                var stored = store.get(id);
                row = hold(id, new Cached(stored, stored != null));
            }
            return row.value;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            var id = Bytes.wrap(key);
            var row = rows.get(id);
            if (row == null) {
                row = hold(id, new Cached(null, true)); // Not read: for a missing row RocksDB throws an exception.
            }
            row.value = value;
            if (!row.isChanged) {
                row.isChanged = true;
                changed.put(id, row);
            }
        }

        @Override
        public void delete(byte[] key) {
            put(key, null);
        }

        private Cached hold(Bytes key, Cached row) {
            if (rows.size() >= ROWS_MAX) {
                writeDown();
                rows.clear();
            }
            rows.put(key, row);
            return row;
        }

        @Override
        void writeDown() {
            changed.forEach((key, row) -> {
                if (row.value != null || row.isStored) {
                    store.put(key, row.value); // delete() would read the row first.
                }
                row.isStored = row.value != null;
                row.isChanged = false;
            });
            changed.clear();
        }

        @Override
        void forget() {
            rows.clear();
            changed.clear();
        }

        @Override
        public List<Row> first(byte[] prefix, int max) {
            writeDownBelow(prefix);
            return rows(store.range(Bytes.wrap(prefix), after(prefix)), max);
        }

        @Override
        public void each(byte[] prefix, Consumer<Row> row) {
            writeDownBelow(prefix);
            try (var found = store.range(Bytes.wrap(prefix), after(prefix))) {
                found.forEachRemaining(stored -> row.accept(new Row(stored.key.get(), stored.value)));
            }
        }

        @Override
        public List<Row> last(byte[] prefix, int max) {
            writeDownBelow(prefix);
            return rows(store.reverseRange(Bytes.wrap(prefix), after(prefix)), max);
        }

        /** A scan reads the store. Few scans read rows that have changed since the last commit. */
        private void writeDownBelow(byte[] prefix) {
            if (!changed.subMap(Bytes.wrap(prefix), after(prefix)).isEmpty()) {
                writeDown();
            }
        }

        private static List<Row> rows(KeyValueIterator<Bytes, byte[]> found, int max) {
            try (found) {
                var rows = new ArrayList<Row>();
                while (found.hasNext() && rows.size() < max) {
                    var row = found.next();
                    rows.add(new Row(row.key.get(), row.value));
                }
                return rows;
            }
        }
    }
}
