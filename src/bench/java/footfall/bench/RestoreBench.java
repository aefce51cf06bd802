package footfall.bench;

import static footfall.testkit.Transcripts.use;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import footfall.topology.SealedRows;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.turn.FoldRows;
import footfall.wire.Channels;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How long the first turn takes when the state of open turns is gone from disk: without a standby, when the stores are
 * restored before, against reading their changelog with a plain consumer; and with a standby on another instance.
 */
final class RestoreBench {
    private static final String APP = "restore";
    private static final String CHANGELOG = APP + "-assembler-changelog";
    private static final int THREADS = 2;

    /** The codes of kinds of rows are lower; those of deadlines are not. */
    private static final int KINDS_MAX = 100;

    private static final int TURNS = 4 * BenchBroker.PARTITIONS;

    private final BenchBroker broker;
    private int asked;

    private RestoreBench(BenchBroker broker) {
        this.broker = broker;
    }

    /** {@code arguments}: the number of open turns, and how often their rows are in the changelog. */
    public static void main(String[] arguments) throws Exception {
        try (var broker = BenchBroker.start()) {
            new RestoreBench(broker).run(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        }
        System.exit(0);
    }

    private void run(int turns, int copies) throws Exception {
        open(turns);
        var first = settings("first");
        try (var streaming = Streaming.start(Defaults.TOPOLOGY, first)) {
            StreamBench.rate(
                    broker,
                    APP,
                    2L * turns,
                    () -> streaming.failure().toCompletableFuture().getNow(null));
            awaitTurns(streaming); // Then it has nothing to do at its end, which would keep its folder locked.
        }
        copy(copies);
        start(first); // Its stores have the copies from now on.
        var warm = start(first);
        var lost = settings("lost");
        var cold = start(lost);
        read((partition, rows) -> {}); // So that its code is compiled, as that of the restoring threads.
        var read = read((partition, rows) -> {});
        Read floor;
        try (var stores = new PlainStores(broker.folder().resolve("plain"))) {
            floor = read(stores::put);
        }
        System.out.printf(
                "%,d open turns, %,d rows in their changelog; first turn after a start with the stores %.1f s, without"
                        + " them %.1f s; reading the changelog %.1f s; share of the plain consumer %.2f (goal 0.5)%n",
                turns,
                read.rows,
                warm.seconds,
                cold.seconds,
                read.seconds,
                read.seconds / (cold.seconds - warm.seconds));
        System.out.printf(
                "a row: CPU of the restoring threads %.2f us, of the plain consumer %.2f us, and of one that writes to "
                        + "RocksDB %.2f us (%.1f s)%n",
                1e6 * (cold.cpu - warm.cpu) / read.rows,
                1e6 * read.cpu / read.rows,
                1e6 * floor.cpu / floor.rows,
                floor.seconds);
        System.out.printf("first turn after the end of the instance, with a standby %.1f s%n", standby(lost));
    }

    private StreamSettings settings(String folder) {
        var state = broker.folder().resolve(folder);
        return new StreamSettings(APP, state, THREADS, StreamSettings.MEMORY_BYTES, broker.client()).shared();
    }

    /** One prompt and one call of each turn. */
    private void open(int turns) {
        var config = new HashMap<String, Object>(broker.client());
        config.put("linger.ms", 10);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            for (int turn = 0; turn < turns; turn++) {
                var sample = new SampleSession("session-" + turn);
                for (var line : List.of(sample.prompt(), sample.call())) {
                    producer.send(record(line.session(), line.value(), line.headers()));
                }
            }
        }
    }

    private static ProducerRecord<String, byte[]> record(String session, byte[] value, Headers headers) {
        return new ProducerRecord<>(Channels.LINES.topic(Channels.PREFIX), null, session, value, headers);
    }

    /** Seconds until the first turn, and of CPU that the restoring threads have spent by then. */
    private record Started(double seconds, double cpu) {}

    private Started start(StreamSettings settings) throws Exception {
        long began = System.nanoTime();
        try (var streaming = Streaming.start(Defaults.TOPOLOGY, settings)) {
            awaitTurns(streaming);
            return new Started((System.nanoTime() - began) / 1e9, restoringCpu());
        }
    }

    /** Unlike seconds, comparable on a machine that does something else. */
    static double restoringCpu() {
        var threads = ManagementFactory.getThreadMXBean();
        return Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().contains("-StateUpdater-"))
                        .mapToLong(thread -> threads.getThreadCpuTime(thread.getId()))
                        .sum()
                / 1e9;
    }

    /** The instance ends, and is gone with its stores; another one has copies of all. */
    private double standby(StreamSettings first) throws Exception {
        var ending = Streaming.start(Defaults.TOPOLOGY, first);
        try (var streaming = Streaming.start(Defaults.TOPOLOGY, settings("second"))) {
            while (streaming.toCatchUp().isPresent()
                    || streaming.counts().restored().standbyLag() > 0
                    || !ending.isRunning()) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            ending.close();
            long began = System.nanoTime();
            awaitTurns(streaming);
            return (System.nanoTime() - began) / 1e9;
        }
    }

    /** Sends whole turns in all partitions, and waits for them. */
    private void awaitTurns(Streaming streaming) throws Exception {
        var config = new HashMap<String, Object>(broker.client());
        config.put("isolation.level", "read_committed");
        var missing = new HashSet<String>();
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
                var producer = new KafkaProducer<>(
                        new HashMap<String, Object>(broker.client()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            var partitions = partitions(Channels.TURNS.topic(Channels.PREFIX));
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            partitions.forEach(consumer::position);
            for (int i = 0; i < TURNS; i++) {
                var name = "asked-" + asked++;
                missing.add(name);
                Shipment.of(Transcripts.session(name)
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Read", "t1"))
                                .duration(2, 10))
                        .records()
                        .forEach(line -> producer.send(record(line.session(), line.value(), line.headers())));
            }
            producer.flush();
            while (!missing.isEmpty()) {
                for (var turn : consumer.poll(Duration.ofMillis(50))) {
                    missing.remove(turn.key().replaceFirst(":.*", ""));
                }
                var failure = streaming.failure().toCompletableFuture().getNow(null);
                if (failure != null) {
                    throw failure;
                }
            }
        }
    }

    private static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, BenchBroker.PARTITIONS)
                .mapToObj(at -> new TopicPartition(topic, at))
                .toList();
    }

    /** Writes rows of the changelog again under other sessions, but those whose number is held in memory. */
    private void copy(int copies) throws Exception {
        var config = new HashMap<String, Object>(broker.client());
        config.put("linger.ms", 50);
        config.put("compression.type", "lz4");
        config.put("batch.size", 64 << 10);
        var copied = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        read((partition, rows) -> rows.stream()
                .filter(row -> row.value() != null && row.key()[0] > FoldRows.TRAIL.code() && row.key()[0] < KINDS_MAX)
                .forEach(copied::add));
        try (var producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int copy = 1; copy < copies; copy++) {
                for (var row : copied) {
                    var key = (char) row.key()[0] + "copy" + copy + "-"
                            + new String(row.key(), 1, row.key().length - 1, ISO_8859_1);
                    producer.send(SealedRows.of(CHANGELOG, row.partition(), key.getBytes(ISO_8859_1), row.value()));
                }
            }
        }
    }

    private record Read(long rows, double seconds, double cpu) {}

    private interface Rows {
        void read(int partition, List<ConsumerRecord<byte[], byte[]>> rows);
    }

    private Read read(Rows into) {
        var config = new HashMap<String, Object>(broker.client());
        config.put("isolation.level", "read_committed");
        long rows = 0;
        long began = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = partitions(CHANGELOG);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                var found = consumer.poll(Duration.ofMillis(100));
                for (var partition : found.partitions()) {
                    into.read(partition.partition(), found.records(partition));
                }
                rows += found.count();
            }
        }
        cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
        return new Read(rows, (System.nanoTime() - began) / 1e9, cpu / 1e9);
    }
}
