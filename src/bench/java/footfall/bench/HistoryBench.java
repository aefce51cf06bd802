package footfall.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.broker.BrokerMain;
import footfall.broker.KnownCredentials;
import footfall.broker.Topics;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.Folders;
import footfall.testkit.ManySessions;
import footfall.testkit.Ports;
import footfall.wire.Channels;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How long a page of turns takes while history is read: of {@code up} over many transcripts, and of {@code stream}
 * with a broker of its own. All are real processes with the flags of the launcher. Between the pages: answers that read
 * nothing, which wait for the machine and for the collector as well.
 */
final class HistoryBench {
    private static final int SESSIONS = 600_000;
    private static final int FILES = 6_000;
    private static final int TURNS_A_FILE = 8;
    private static final int WARM_UP = 100;
    private static final int SAMPLES = 1_000;
    private static final double GOAL_MS = 20;
    private static final Duration START_MAX = Duration.ofMinutes(2);
    /** Within the rate that a client is allowed. */
    private static final int PACE_MS = 25;

    private final Path folder;
    private final String launcher;
    private final String options;

    private HistoryBench(Path folder, String launcher, String options) {
        this.folder = folder;
        this.launcher = launcher;
        this.options = options;
    }

    /** The launcher, {@code up} or {@code stream}, and Java options of that process, if any. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("history-bench");
        try {
            var bench = new HistoryBench(folder, arguments[0], arguments.length > 2 ? arguments[2] : "");
            if (arguments[1].equals("up")) {
                bench.up();
            } else {
                bench.stream();
            }
        } finally {
            Folders.delete(folder);
        }
        System.exit(0);
    }

    private void up() throws Exception {
        var home = folder.resolve("home");
        ManySessions.write(Files.createDirectories(home.resolve("projects")), FILES, TURNS_A_FILE);
        ask("up", "--home", home.toString(), "--set", "data_dir=" + folder.resolve("data"));
    }

    private void stream() throws Exception {
        int port = Ports.free();
        var directory = Files.createDirectories(folder.resolve("broker"));
        var properties = KnownCredentials.client(directory, port);
        var broker = started(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                directory.toString(),
                Integer.toString(port),
                Integer.toString(port),
                Integer.toString(Ports.free())));
        try {
            try (var topics = Topics.of(properties, START_MAX)) {
                topics.create(TopicSpecs.of(Channels.PREFIX, BenchBroker.PARTITIONS));
            }
            send(properties);
            var config = KnownCredentials.options(folder, properties, Map.of()).get(1);
            ask(
                    "stream",
                    "--config",
                    config,
                    "--state",
                    folder.resolve("stores").toString());
        } finally {
            broker.destroyForcibly().onExit().join();
        }
    }

    private static void send(Map<String, String> properties) {
        var config = new HashMap<String, Object>(properties);
        config.put("compression.type", "zstd");
        var topic = Channels.LINES.topic(Channels.PREFIX);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < SESSIONS; i++) {
                var sample = new SampleSession("history-" + i);
                for (var line : List.of(sample.prompt(), sample.call(), sample.result(), sample.prompt())) {
                    producer.send(new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()));
                }
            }
        }
    }

    private Process started(ProcessBuilder builder) throws IOException {
        return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("errors").toFile())
                .start();
    }

    private void ask(String role, String... arguments) throws Exception {
        int port = Ports.free();
        var command = new ArrayList<>(
                List.of(launcher, role, "--no-view", "--set", "serve_port=" + port, "--set", "tally_retention=3650d"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().put("FOOTFALL_JAVA_OPTS", options);
        var process = started(builder);
        try {
            var server = URI.create("http://127.0.0.1:" + port);
            awaitTurns(process, server);
            sampled(server, WARM_UP);
            var before = process.info().totalCpuDuration().orElseThrow();
            long began = System.nanoTime();
            var sampled = sampled(server, SAMPLES);
            var cpu = process.info().totalCpuDuration().orElseThrow().minus(before);
            print("turns?limit=50 while history is read (goal of p99: " + GOAL_MS + ")", sampled.pages);
            print("/health/live", sampled.nothing);
            System.out.printf(
                    "%s: %.2f cores busy, resident %,d MB, at the end %s%n",
                    role,
                    (double) cpu.toNanos() / (System.nanoTime() - began),
                    Resident.bytes(process) >> 20,
                    state(server));
        } finally {
            process.destroy();
            process.onExit().join();
        }
    }

    private void awaitTurns(Process process, URI server) throws Exception {
        long until = System.nanoTime() + START_MAX.toNanos();
        while (!hasTurns(server)) {
            if (!process.isAlive() || System.nanoTime() > until) {
                throw new IllegalStateException(Files.readString(folder.resolve("errors")));
            }
            Thread.sleep(PACE_MS);
        }
    }

    private boolean hasTurns(URI server) throws Exception {
        try {
            return get(server, "/api/v1/turns?limit=50").contains("turn_id");
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Milliseconds. */
    private record Sampled(List<Double> pages, List<Double> nothing) {}

    private Sampled sampled(URI server, int samples) throws Exception {
        var sampled = new Sampled(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < samples; i++) {
            sampled.pages.add(milliseconds(server, "/api/v1/turns?limit=50"));
            Thread.sleep(PACE_MS);
            sampled.nothing.add(milliseconds(server, "/health/live"));
            Thread.sleep(PACE_MS);
        }
        return sampled;
    }

    private static void print(String what, List<Double> samples) {
        System.out.printf(
                "%s: p50 %.1f ms, p90 %.1f, p99 %.1f, highest %.1f%n",
                what,
                Percentile.of(samples, 50),
                Percentile.of(samples, 90),
                Percentile.of(samples, 99),
                Percentile.of(samples, 100));
    }

    private double milliseconds(URI server, String path) throws Exception {
        long began = System.nanoTime();
        get(server, path);
        return (System.nanoTime() - began) / 1e6;
    }

    /** Blocks on one connection, which is kept: a client with threads of its own would measure these as well. */
    private static String get(URI server, String path) throws IOException {
        try (var body = server.resolve(path).toURL().openStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Whether history was read until the end, and how much is left. */
    private String state(URI server) throws Exception {
        var topology = new ObjectMapper().readTree(get(server, "/api/v1/topology"));
        return topology.get("state").asText() + ", lines left: " + topology.get("left");
    }
}
