package footfall.topology;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.testkit.Shipment;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.RejectedLine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.rocksdb.Env;
import org.rocksdb.RocksMemEnv;

/**
 * The whole topology in a test driver, with a clock that only the test moves, and everything that came
 * out.
 */
final class Driver implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final int TICKS_AFTER = 4;

    private final BoundedRocks.Memory memory = new BoundedRocks.Memory(8 << 20);
    private final RocksMemEnv files = new RocksMemEnv(Env.getDefault());
    private final TopologyTestDriver driver;
    private final TestInputTopic<String, byte[]> lines;
    private final OutputRecords<Turn> turns;
    private final OutputRecords<Invocation> invocations;
    private final OutputRecords<Alert> alerts;
    private final OutputRecords<TurnSnapshot> open;
    private final OutputRecords<SessionSummary> sessions;
    private final OutputRecords<RejectedLine> rejected;
    private final OutputRecords<Pattern> patterns;
    private final OutputRecords<Tool> tools;
    private final OutputRecords<RecurringLoop> loops;
    private final OutputRecords<Desire> desires;
    private final OutputRecords<BilledHour> usage;
    private Instant now;

    Driver(TopologySettings settings, Path state, Instant now) {
        this(settings, Tasks.alone(), state, now);
    }

    Driver(TopologySettings settings, TaskContext context, Path state, Instant now) {
        var stream = new StreamSettings(
                "driver", state, 1, StreamSettings.MEMORY_BYTES, Map.of("bootstrap.servers", "none:0"));
        var config = StreamConfig.of(stream, memory, new AtomicReference<>());
        config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, RocksInMemory.class);
        config.put(RocksInMemory.ENV, files);
        config.remove(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG); // It reads the real clock.
        this.driver = new TopologyTestDriver(FootfallTopology.build(settings, context), config, now);
        this.now = now;
        var serializer = new ByteArraySerializer();
        lines = driver.createInputTopic(Channels.LINES.topic(settings.prefix()), new StringSerializer(), serializer);
        turns = new OutputRecords<>(driver, settings, Channels.TURNS);
        invocations = new OutputRecords<>(driver, settings, Channels.INVOCATIONS);
        alerts = new OutputRecords<>(driver, settings, Channels.ALERTS);
        open = new OutputRecords<>(driver, settings, Channels.OPEN);
        sessions = new OutputRecords<>(driver, settings, Channels.SESSIONS);
        rejected = new OutputRecords<>(driver, settings, Channels.REJECTED);
        patterns = new OutputRecords<>(driver, settings, Channels.PATTERNS);
        tools = new OutputRecords<>(driver, settings, Channels.TOOLS);
        loops = new OutputRecords<>(driver, settings, Channels.LOOPS);
        desires = new OutputRecords<>(driver, settings, Channels.DESIRES);
        usage = new OutputRecords<>(driver, settings, Channels.USAGE);
    }

    Driver arrive(List<Shipment.Sent> sent) {
        sent.forEach(this::arrive);
        return this;
    }

    Driver arrive(Shipment.Sent sent) {
        return arrive(sent.session(), sent.value(), sent.headers());
    }

    Driver arrive(String key, byte[] value, Headers headers) {
        lines.pipeInput(new TestRecord<>(key, value, new RecordHeaders(headers), now));
        return this;
    }

    /** As records arrive that were appended at another time than now, or by another clock. */
    Driver arriveAs(Instant appended, List<Shipment.Sent> sent) {
        sent.forEach(one -> lines.pipeInput(
                new TestRecord<>(one.session(), one.value(), new RecordHeaders(one.headers()), appended)));
        return this;
    }

    /** Lets time go by, and then a few ticks, so that timers armed by timers fire too. */
    Driver pass(Duration duration) {
        advance(duration);
        for (int i = 0; i < TICKS_AFTER; i++) {
            advance(TICK);
        }
        return this;
    }

    Driver advance(Duration duration) {
        now = now.plus(duration);
        driver.advanceWallClockTime(duration);
        return this;
    }

    Instant now() {
        return now;
    }

    List<TestRecord<String, Turn>> turnRecords() {
        return turns.records();
    }

    List<Turn> turns() {
        return turns.records().stream().map(TestRecord::value).toList();
    }

    Map<String, Turn> lastTurns() {
        var last = new LinkedHashMap<String, Turn>();
        turns.records().forEach(record -> last.put(record.key(), record.value()));
        return last;
    }

    List<TestRecord<String, Invocation>> invocations() {
        return invocations.records();
    }

    List<TestRecord<String, Alert>> alerts() {
        return alerts.records();
    }

    List<TestRecord<String, TurnSnapshot>> open() {
        return open.records();
    }

    List<TestRecord<String, SessionSummary>> sessions() {
        return sessions.records();
    }

    Map<String, SessionSummary> lastSessions() {
        return last(sessions.records());
    }

    List<TestRecord<String, Pattern>> patterns() {
        return patterns.records();
    }

    List<TestRecord<String, Tool>> tools() {
        return tools.records();
    }

    List<TestRecord<String, RecurringLoop>> loops() {
        return loops.records();
    }

    List<TestRecord<String, Desire>> desires() {
        return desires.records();
    }

    List<TestRecord<String, BilledHour>> usage() {
        return usage.records();
    }

    /** The last record of each key; what was withdrawn is left out. */
    static <V> Map<String, V> last(List<TestRecord<String, V>> records) {
        var last = new TreeMap<String, V>();
        for (var record : records) {
            if (record.value() == null) {
                last.remove(record.key());
            } else {
                last.put(record.key(), record.value());
            }
        }
        return last;
    }

    List<RejectedLine> rejected() {
        return rejected.records().stream().map(TestRecord::value).toList();
    }

    /** Everything that came out, for what holds of any record. */
    List<TestRecord<String, ?>> all() {
        var all = new ArrayList<TestRecord<String, ?>>();
        for (var outlet :
                List.of(turns, invocations, alerts, open, sessions, rejected, patterns, tools, loops, desires, usage)) {
            all.addAll(outlet.records());
        }
        return all;
    }

    void turnArrives(String key, byte[] value) {
        arrives(Channels.TURNS, key, value);
    }

    /** As a record comes from a topic that the turn log reads. */
    void arrives(Channel<String, ?> channel, String key, byte[] value) {
        var topic = channel.topic(Channels.PREFIX);
        driver.createInputTopic(topic, new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value, now);
    }

    /** As a record comes from the repartition topic. */
    void deltaArrives(String key, byte[] value) {
        driver.createInputTopic(TallyTopology.topic("driver"), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value, now);
    }

    /** The rows of a table in their order, by its changelog; to be asked once. */
    List<KeyValue<Bytes, byte[]>> rows(Tables.Table table) {
        var rows = new ArrayList<KeyValue<Bytes, byte[]>>();
        var name = table.name() + "-changelog";
        var latest = new TreeMap<Bytes, byte[]>();
        driver.producedTopicNames().stream()
                .filter(topic -> topic.endsWith(name))
                .forEach(topic -> driver.createOutputTopic(topic, new BytesDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList()
                        .forEach(row -> latest.put(row.key(), row.value())));
        latest.forEach((key, value) -> rows.add(KeyValue.pair(key, value)));
        rows.removeIf(row -> row.value == null);
        return rows;
    }

    /** How many rows the assembler keeps, by its changelog; to be asked once. */
    int rows() {
        return rows(Tables.ASSEMBLER).size();
    }

    /** Bytes of the largest of them, key and value; to be asked once. */
    int largestRow() {
        return rows(Tables.ASSEMBLER).stream()
                .mapToInt(row -> row.key.get().length + row.value.length)
                .max()
                .orElse(0);
    }

    /** The rows of records in the turn log, in their order. */
    List<KeyValue<Bytes, byte[]>> log() {
        var rows = new ArrayList<KeyValue<Bytes, byte[]>>();
        try (var found = logStore().all()) {
            found.forEachRemaining(row -> rows.addAll(row.key.get().length == 1 ? List.of() : List.of(row)));
        }
        return rows;
    }

    KeyValueStore<Bytes, byte[]> logStore() {
        return driver.getKeyValueStore(Tables.TURN_LOG.name());
    }

    TallyShell.TallyStore tallyStore() {
        return (TallyShell.TallyStore) driver.getStateStore(Tables.TALLY.name());
    }

    /** What questions are put to. */
    RowStore assembler() {
        return (RowStore) driver.getStateStore(Tables.ASSEMBLER.name());
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
        files.close();
    }
}
