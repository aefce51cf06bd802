package footfall.bench;

import footfall.testkit.Defaults;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.wire.Channels;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;

/**
 * Lines a second through the topology, against one RocksDB get and put a record over the same lines with the
 * same guarantee and intervals, in turns; the middle of the rounds, after one that the compiler needs and
 * that is reported separately. Counted between the first and the last committed line. Beside it what a line costs the
 * stream threads in CPU time, which other work on the machine moves less; and the same of a topology that
 * reads each line before its get and put and does no more, which nothing that looks at lines can pass.
 */
final class StreamBench {
    private static final double GOAL = 0.8;
    private static final int ROUNDS = 3;

    private StreamBench() {}

    /** @param arguments a folder of transcripts, copies */
    public static void main(String[] arguments) throws Exception {
        var load = Load.of(Path.of(arguments[0]));
        int copies = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 40;
        try (var broker = BenchBroker.start()) {
            long records = broker.send(load, 0, 1);
            System.out.printf(
                    "lines on disk: %.1f %% of the transcripts (goal 5)%n",
                    100.0 * broker.bytesOf(Channels.LINES.topic(Channels.PREFIX)) / load.transcriptBytes());
            for (int copy = 1; copy < copies; copy++) {
                records += broker.send(load, copy, copy + 1);
            }
            System.out.printf("%,d lines in %d partitions%n", records, BenchBroker.PARTITIONS);
            for (int threads = 1; threads <= 2; threads++) {
                compare(broker, records, threads);
            }
        }
        System.exit(0);
    }

    private static void compare(BenchBroker broker, long records, int threads) throws Exception {
        tell(
                "threads " + threads + ", first round",
                minimal(broker, records, "minimal-" + threads, threads),
                footfall(broker, records, "footfall-" + threads, threads));
        System.out.printf(
                "store writes a line: %.2f%n",
                (double) broker.records("footfall-" + threads + "-assembler-changelog") / records);
        var limits = new ArrayList<Rate>();
        var readers = new ArrayList<Rate>();
        var ours = new ArrayList<Rate>();
        for (int round = 1; round <= ROUNDS; round++) {
            limits.add(minimal(broker, records, "minimal-" + threads + "-" + round, threads));
            readers.add(reading(broker, records, "reading-" + threads + "-" + round, threads));
            ours.add(footfall(broker, records, "footfall-" + threads + "-" + round, threads));
        }
        tell("threads " + threads, middle(limits), middle(ours));
        var reader = middle(readers);
        System.out.printf(
                "  one that reads each line and no more: %,.0f lines/s, %.1f µs a line, ratio %.2f%n",
                reader.lines, reader.micros, reader.lines / middle(limits).lines);
    }

    private static Rate middle(List<Rate> rates) {
        double lines = rates.stream().mapToDouble(Rate::lines).sorted().toArray()[ROUNDS / 2];
        double micros = rates.stream().mapToDouble(Rate::micros).sorted().toArray()[ROUNDS / 2];
        return new Rate(lines, micros);
    }

    private static void tell(String what, Rate limit, Rate ours) {
        System.out.printf(
                "%s: footfall %,.0f lines/s, minimal %,.0f lines/s, ratio %.2f (goal %.1f)%n",
                what, ours.lines, limit.lines, ours.lines / limit.lines, GOAL);
        System.out.printf(
                "  CPU of its stream threads: footfall %.1f µs a line, minimal %.1f µs, ratio %.2f%n",
                ours.micros, limit.micros, limit.micros / ours.micros);
    }

    private static Rate footfall(BenchBroker broker, long records, String app, int threads) throws Exception {
        broker.empty(Channels.TURNS); // Else its turn log has those of the rounds before to read.
        var settings = new StreamSettings(app, broker.folder().resolve(app), threads, 64L << 20, broker.client());
        try (var streaming = Streaming.start(Defaults.TOPOLOGY, settings)) {
            return rate(
                    broker,
                    app,
                    records,
                    () -> streaming.failure().toCompletableFuture().getNow(null));
        }
    }

    private static Rate minimal(BenchBroker broker, long records, String app, int threads) throws Exception {
        return rate(broker, records, MinimalTopology.getAndPut(), config(broker, app, threads));
    }

    private static Rate reading(BenchBroker broker, long records, String app, int threads) throws Exception {
        return rate(broker, records, MinimalTopology.readGetAndPut(), config(broker, app, threads));
    }

    private static Rate rate(BenchBroker broker, long records, Topology topology, Properties config) throws Exception {
        var app = config.getProperty("application.id");
        try (var streams = new KafkaStreams(topology, config)) {
            streams.start();
            return rate(broker, app, records, () -> null);
        }
    }

    static Properties config(BenchBroker broker, String app, int threads) {
        var config = new Properties();
        config.putAll(broker.client());
        config.put("application.id", app);
        config.put("state.dir", broker.folder().resolve(app).toString());
        config.put("num.stream.threads", threads);
        config.put("processing.guarantee", "exactly_once_v2");
        config.put("commit.interval.ms", 25);
        config.put("poll.ms", 5);
        config.put("auto.offset.reset", "earliest");
        return config;
    }

    /** Says what went wrong, or null. */
    interface Trouble {
        Exception now();
    }

    /** Lines a second, and microseconds of CPU time that a line costs the stream threads. */
    record Rate(double lines, double micros) {}

    static Rate rate(BenchBroker broker, String app, long records, Trouble trouble) throws Exception {
        try (var admin = Admin.create(new HashMap<String, Object>(broker.client()))) {
            long first = 0;
            long began = 0;
            long usedBefore = 0;
            long deadline = System.nanoTime() + 300_000_000_000L;
            while (System.nanoTime() < deadline) {
                long done = committed(admin, app);
                long now = System.nanoTime();
                if (first == 0 && done > 0) {
                    first = done;
                    began = now;
                    usedBefore = streamNanos();
                } else if (done >= records) {
                    double lines = records - first;
                    return new Rate(lines / ((now - began) / 1e9), (streamNanos() - usedBefore) / 1e3 / lines);
                }
                if (trouble.now() != null) {
                    throw trouble.now();
                }
                Thread.sleep(5);
            }
            throw new IllegalStateException(app + " did not reach the end in five minutes");
        }
    }

    /** CPU time of the stream threads that run. */
    private static long streamNanos() {
        var threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().matches(".*-StreamThread-\\d+")) {
                nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos;
    }

    static long committed(Admin admin, String app) throws Exception {
        var offsets = admin.listConsumerGroupOffsets(app)
                .partitionsToOffsetAndMetadata()
                .get();
        long sum = 0;
        for (Map.Entry<org.apache.kafka.common.TopicPartition, ?> entry : offsets.entrySet()) {
            if (entry.getKey().topic().equals(Channels.LINES.topic(Channels.PREFIX))
                    && offsets.get(entry.getKey()) != null) {
                sum += offsets.get(entry.getKey()).offset();
            }
        }
        return sum;
    }
}
