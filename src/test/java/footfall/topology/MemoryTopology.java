package footfall.topology;

import footfall.line.TrailId;
import footfall.row.Rows;
import footfall.testkit.Shipment;
import footfall.testkit.TallyBytes;
import footfall.topology.AssemblyShell.Forgetter;
import footfall.turn.Trail;
import footfall.wire.Forget;
import footfall.wire.Received;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The folds of the topology over stores in memory, without Kafka Streams, and the latest record of every key on
 * the topics that keep it. Time moves only with {@link #pass}.
 */
final class MemoryTopology {
    static final Set<String> KEPT =
            Set.of("turns", "invocations", "open", "sessions", "patterns", "tools", "loops", "desires", "usage");
    private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final int ALL = 1_000_000;

    private final TopologySettings settings;
    private final KeyValueStore<Bytes, byte[]> store =
            Stores.inMemoryKeyValueStore("kept").get();
    private final RowStore rows = new RowStore(store, new TopologyStatus());
    private final TallyFold tally;
    private final TallyBytes tallied = new TallyBytes();
    private final Map<String, Object> latest = new TreeMap<>();
    private final List<String> sent = new ArrayList<>();
    private final Map<String, List<Instant>> openSent = new TreeMap<>();
    private Assembler assembler;
    private Forgetter forgetter;
    private AssemblyShell.TrailTimers timers;
    private Instant now;
    private boolean isSweeping = true;

    MemoryTopology(TopologySettings settings, Instant now) {
        this.settings = settings;
        this.now = now;
        this.tally = new TallyFold(settings.tallies(), tallied, this::forward);
        tally.begin(now);
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), new File("target"));
        rows.init(context.getStateStoreContext(), rows);
        start();
    }

    private void start() {
        assembler = new Assembler(settings, rows, new Assembler.Outlets(this::forward, name -> {}));
        forgetter = new Forgetter(rows, assembler, 0, this::forward);
        timers = new AssemblyShell.TrailTimers(
                rows, assembler, new Input(new TopicPartition("lines", 0), Tasks.alone()), settings);
        rows.showOpenTurns(now, assembler::restored);
    }

    /** Commits, and begins a task over what was stored. */
    MemoryTopology restart() {
        rows.flushCache();
        start();
        return this;
    }

    private void forward(Outlet.Outgoing<?, ?> record) {
        var topic = record.outlet().name();
        var key = record.key().toString();
        if (topic.equals("deltas")) {
            tally.accept(key, (byte[]) record.value(), now, now);
            return;
        }
        var name = topic + " " + key;
        if (topic.equals("open") && record.value() != null) {
            openSent.computeIfAbsent(key, none -> new ArrayList<>()).add(now);
        }
        sent.add(name + (record.value() == null ? " withdrawn" : ""));
        if (record.value() == null) {
            latest.remove(name);
        } else if (KEPT.contains(topic)) {
            latest.put(name, record.value());
        }
    }

    MemoryTopology arrive(List<Shipment.Sent> records) {
        records.forEach(this::arrive);
        return this;
    }

    MemoryTopology arrive(Shipment.Sent record) {
        var raw = new Received.Raw(place(), record.session(), record.value(), record.headers());
        var line = (Received.OfLine) Received.read(raw);
        forgetter.beforeLine(line.events().first().envelope().session(), now);
        assembler.line(line.arrival(), line.events());
        return this;
    }

    /** As the request comes from the topic. */
    MemoryTopology arrive(Forget request) {
        var headers = new RecordHeaders();
        request.addTo(headers);
        var raw = new Received.Raw(place(), request.key(), request.bytes(), headers);
        var forget = (Received.OfForget) Received.read(raw);
        forgetter.forget(forget.forget(), now);
        return this;
    }

    private Received.Place place() {
        return new Received.Place("lines", 0, 0, now.toEpochMilli());
    }

    MemoryTopology pass(Duration duration) {
        now = now.plus(duration);
        if (isSweeping) {
            forgetter.tick(now);
        }
        timers.tick(now);
        assembler.tick(now);
        tally.tick(now);
        return this;
    }

    /** Whether time continues sweeps; they always end at the end. */
    void sweeping(boolean isSweeping) {
        this.isSweeping = isSweeping;
    }

    /** No more lines: everything is sent. */
    MemoryTopology end() {
        while (forgetter.tick(now)) {
            restart();
        }
        rows.unsettled(ALL).forEach(trail -> assembler.end(trail, now));
        rows.deadlines().dueSessions(EVER, ALL).forEach(assembler::summary);
        for (int ticks = 0; ticks < 10; ticks++) {
            tally.tick(now);
        }
        rows.flushCache();
        return this;
    }

    /** The latest records by topic and key. */
    Map<String, Object> latest() {
        return Map.copyOf(latest);
    }

    /** When a record of each open turn was sent, by key. */
    Map<String, List<Instant>> openSent() {
        return openSent;
    }

    Map<TrailId, Trail> trails() {
        var trails = new TreeMap<TrailId, Trail>();
        rows.eachTrailAfter(null, (id, trail) -> trails.put(id, trail) == null);
        return trails;
    }

    /** The rows as the folds see them. */
    Rows foldRows() {
        return rows.rows();
    }

    /** Topic and key of every record so far. */
    List<String> sent() {
        return sent;
    }

    /** The rows of both stores that contain the text in key or value. */
    List<String> rowsWith(String text) {
        var found = new ArrayList<String>();
        try (var all = store.all()) {
            all.forEachRemaining(row -> add(found, "assembler", row.key.get(), row.value, text));
        }
        tallied.each(new byte[0], row -> add(found, "tally", row.key(), row.value(), text));
        return found;
    }

    private static void add(List<String> found, String table, byte[] key, byte[] value, String text) {
        if (contains(key, text) || contains(value, text)) {
            found.add(table + " " + key[0]);
        }
    }

    private static boolean contains(byte[] bytes, String text) {
        var wanted = text.getBytes();
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
        }
        return false;
    }

    /** All rows of the assembler. */
    List<KeyValue<Bytes, byte[]>> rows() {
        var found = new ArrayList<KeyValue<Bytes, byte[]>>();
        try (var all = store.all()) {
            all.forEachRemaining(found::add);
        }
        return found;
    }
}
