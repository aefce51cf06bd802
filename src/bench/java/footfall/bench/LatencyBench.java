package footfall.bench;

import footfall.alert.AlertRules;
import footfall.alert.OutageRules;
import footfall.broker.TopicSpec;
import footfall.testkit.Defaults;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;

/**
 * From handing a line to the producer until its alert can be read, committed, against a topology that only
 * passes records through with the same guarantee and intervals.
 */
final class LatencyBench implements AutoCloseable {
    private static final int WARM_UP = 50;
    private static final int SAMPLES = 200;
    private static final int STEPS = 5;
    private static final Duration OPEN = Duration.ofSeconds(1);
    private static final String PASSED = "passed";

    private final BenchBroker broker;
    private final KafkaProducer<String, byte[]> producer;
    private final CommittedRecords records;
    private final Random random = new Random(1);

    private LatencyBench(BenchBroker broker, String topic) {
        this.broker = broker;
        Map<String, Object> config = new HashMap<>(broker.client());
        producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        records = new CommittedRecords(broker.client(), topic);
    }

    public static void main(String[] arguments) throws Exception {
        try (var broker = BenchBroker.start()) {
            var alerts = alerts(broker);
            var limit = passed(broker);
            System.out.printf(
                    "pass-through:    p50 %.1f ms, p99 %.1f ms%n", Percentile.of(limit, 50), Percentile.of(limit, 99));
            alerts.forEach((kind, samples) -> System.out.printf(
                    "%s: p50 %.1f ms, p99 %.1f ms (goal 40 and 100); ratio %.2f and %.2f (goal 1.5)%n",
                    kind,
                    Percentile.of(samples, 50),
                    Percentile.of(samples, 99),
                    Percentile.of(samples, 50) / Percentile.of(limit, 50),
                    Percentile.of(samples, 99) / Percentile.of(limit, 99)));
        }
        System.exit(0);
    }

    /** By kind, from the line that raises it, for {@code duration} from the moment that does. */
    private static Map<String, List<Double>> alerts(BenchBroker broker) throws Exception {
        var state = broker.folder().resolve("streams");
        var settings = new StreamSettings("latency", state, 1, StreamSettings.MEMORY_BYTES, broker.client());
        try (var streaming = Streaming.start(hasty(), settings);
                var bench = new LatencyBench(broker, Channels.ALERTS.topic(Channels.PREFIX))) {
            while (!streaming.isRunning()) {
                Thread.onSpinWait();
            }
            var samples = new LinkedHashMap<String, List<Double>>();
            samples.put("duration", bench.sampled("duration", bench::open));
            samples.put("length", bench.sampled("length", bench::grown));
            samples.put("error-streak", bench.sampled("streak", bench::failing));
            samples.put("repeat-loop", bench.sampled("loop", bench::repeating));
            samples.put("outage", bench.sampled("outage", bench::failingTool));
            return samples;
        }
    }

    /** A turn counts as open for long after {@code OPEN} already. */
    private static TopologySettings hasty() {
        var usual = Defaults.TOPOLOGY;
        var rules = usual.alertRules();
        var hasty = new AlertRules(
                rules.lengthThreshold(),
                OPEN,
                rules.errorStreak(),
                rules.repeatLoop(),
                rules.waiting(),
                rules.alertMaxAge());
        return new TopologySettings(
                usual.prefix(),
                usual.turnRules(),
                hasty,
                usual.recordBytesMax(),
                usual.tallies(),
                usual.sessionInterval());
    }

    private static List<Double> passed(BenchBroker broker) throws Exception {
        broker.create(List.of(new TopicSpec(PASSED, BenchBroker.PARTITIONS, Map.of())));
        try (var streams =
                new KafkaStreams(MinimalTopology.passThrough(PASSED), StreamBench.config(broker, "pass-through", 1))) {
            streams.start();
            while (streams.state() != KafkaStreams.State.RUNNING) {
                Thread.onSpinWait();
            }
            try (var bench = new LatencyBench(broker, PASSED)) {
                return bench.sampled("passed", session -> new Timed(session, new SampleSession(session).call()));
            }
        }
    }

    /**
     * The line from whose sending on is timed, and the key of what comes of it; without a line time begins
     * {@code OPEN} after the session's begin.
     */
    private record Timed(String key, Load.Sent line) {}

    /** Makes a session whose next line, or moment, is what is timed. */
    private interface Opening {
        Timed of(String session) throws Exception;
    }

    private Timed open(String session) throws Exception {
        var sample = new SampleSession(session);
        send(sample.prompt());
        send(sample.call());
        return new Timed(session, null);
    }

    private Timed grown(String session) throws Exception {
        var sample = new SampleSession(session);
        send(sample.prompt());
        for (int step = 0; step < STEPS; step++) {
            send(sample.unlikeOthers());
        }
        return new Timed(session, sample.unlikeOthers());
    }

    private Timed failing(String session) throws Exception {
        var sample = new SampleSession(session);
        send(sample.prompt());
        for (int step = 1; step < AlertRules.ERROR_STREAK; step++) {
            send(sample.unlikeOthers());
            send(sample.failure());
        }
        send(sample.unlikeOthers());
        return new Timed(session, sample.failure());
    }

    private Timed repeating(String session) throws Exception {
        var sample = new SampleSession(session);
        send(sample.prompt());
        for (int step = 1; step < AlertRules.REPEAT_LOOP; step++) {
            send(sample.call());
            send(sample.result());
        }
        return new Timed(session, sample.call());
    }

    /** A tool of its own has failed so often that once more is an outage: one repartition more to go. */
    private Timed failingTool(String session) throws Exception {
        var sample = new SampleSession(session);
        var tool = "tool-of-" + session;
        send(sample.prompt());
        for (int failure = 1; failure < OutageRules.FAILURES; failure++) {
            send(sample.call(tool));
            send(sample.failure());
        }
        send(sample.call(tool));
        return new Timed(tool, sample.failure());
    }

    private void send(Load.Sent line) throws Exception {
        var topic = Channels.LINES.topic(Channels.PREFIX);
        producer.send(new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()))
                .get();
    }

    private List<Double> sampled(String name, Opening opening) throws Exception {
        var samples = new ArrayList<Double>();
        for (int i = 0; i < WARM_UP + SAMPLES; i++) {
            long opened = System.nanoTime();
            var timed = opening.of(name + "-" + i);
            long began = opened + OPEN.toNanos();
            if (timed.line() != null) {
                // Neither right behind a commit nor always as long after one.
                Thread.sleep(60 + random.nextInt(50));
                began = System.nanoTime();
                send(timed.line());
            }
            records.await(timed.key());
            samples.add((System.nanoTime() - began) / 1e6);
        }
        return samples.subList(WARM_UP, samples.size());
    }

    @Override
    public void close() {
        producer.close();
        records.close();
    }
}
