package footfall.bench;

import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.testkit.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What {@code up} costs once it has read all transcripts and nothing changes: processor time and bytes written. Beside
 * it, in a process of its own and during the same minute: an idle broker and an idle application of Kafka Streams with
 * Kafka's own settings.
 */
final class IdleBench {
    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final Duration SETTLE = Duration.ofSeconds(45);
    private static final Duration MEASURED = Duration.ofSeconds(90);

    /** Prints the flags with which the launcher starts {@code up}; they are assigned at the start of a line. */
    private static final String FLAGS_OF_UP = "eval \"$(grep '^[a-z0-9]*_flags=' \"$1\")\" && echo $up_flags";

    private IdleBench() {}

    /** The folder of transcripts, then the launcher; or the folder of a {@link Bare} process. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            Bare.run(Path.of(arguments[0]));
            return;
        }
        var folder = Files.createTempDirectory("idle-bench");
        try (var bare = Watched.bare(folder.resolve("bare"), flags(arguments[1]));
                var up = Watched.up(folder.resolve("up"), arguments)) {
            bare.untilQuiet();
            up.untilQuiet();
            Thread.sleep(SETTLE.toMillis());
            var bareBefore = bare.spent();
            var upBefore = up.spent();
            Thread.sleep(MEASURED.toMillis());
            var ofBare = bare.spent().since(bareBefore);
            var ofUp = up.spent().since(upBefore);
            System.out.printf("up at rest: %s%n", ofUp);
            System.out.printf("bare broker and Kafka Streams application at rest: %s%n", ofBare);
            System.out.printf(
                    "up: %.2f %% of a core (goal 0.5), %.2f of the bare ones; %,d bytes a second (goal 100)%n",
                    ofUp.share(), ofUp.share() / ofBare.share(), ofUp.perSecond(ofUp.appended));
        } finally {
            Folders.delete(folder);
        }
    }

    private static List<String> flags(String launcher) throws IOException {
        var shell = new ProcessBuilder("sh", "-c", FLAGS_OF_UP, "sh", launcher)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var flags = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (flags.isEmpty()) {
            throw new IllegalStateException("no up_flags in " + launcher);
        }
        return List.of(flags.split(" "));
    }

    /** Processor time; bytes appended to the logs of the broker; bytes that the system has to write to the disk. */
    private record Spent(Duration cpu, long appended, long disk) {
        Spent since(Spent before) {
            return new Spent(cpu.minus(before.cpu), appended - before.appended, disk - before.disk);
        }

        double share() {
            return 100.0 * cpu.toMillis() / MEASURED.toMillis();
        }

        long perSecond(long bytes) {
            return bytes / MEASURED.toSeconds();
        }

        @Override
        public String toString() {
            return String.format(
                    "%.2f %% of a core, %,d bytes a second appended to logs, %,d to the disk in whole pages",
                    share(), perSecond(appended), perSecond(disk));
        }
    }

    private record Watched(Process process, Path folder, Path out) implements AutoCloseable {
        static Watched up(Path folder, String[] arguments) throws IOException {
            return started(
                    folder,
                    List.of(arguments[1], "up", "--no-view", "--home", arguments[0], "--set", "data_dir=" + folder));
        }

        static Watched bare(Path folder, List<String> flags) throws IOException {
            var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            var command = new ArrayList<>(List.of(java));
            command.addAll(flags);
            command.addAll(List.of(
                    "-cp", System.getProperty("java.class.path"), IdleBench.class.getName(), folder.toString()));
            return started(folder, command);
        }

        private static Watched started(Path folder, List<String> command) throws IOException {
            var out = folder.resolveSibling(folder.getFileName() + ".out");
            var builder = new ProcessBuilder(command).redirectOutput(out.toFile());
            return new Watched(
                    builder.redirectError(ProcessBuilder.Redirect.INHERIT).start(), folder, out);
        }

        /** Something has been printed, and nothing more for a while. */
        void untilQuiet() throws Exception {
            long size = -1;
            for (long now = Files.size(out); now == 0 || now != size; now = Files.size(out)) {
                if (!process.isAlive()) {
                    throw new IllegalStateException("ended with " + process.exitValue());
                }
                size = now;
                Thread.sleep(QUIET.toMillis());
            }
        }

        Spent spent() throws IOException {
            var io = Files.readString(Path.of("/proc/" + process.pid() + "/io"), StandardCharsets.UTF_8);
            var disk = io.lines()
                    .filter(line -> line.startsWith("write_bytes: "))
                    .findFirst()
                    .orElseThrow();
            return new Spent(
                    process.info().totalCpuDuration().orElseThrow(),
                    appended(),
                    Long.parseLong(disk.substring("write_bytes: ".length())));
        }

        private long appended() throws IOException {
            try (var files = Files.walk(folder.resolve("broker"))) {
                return files.filter(path -> path.toString().endsWith(".log"))
                        .mapToLong(path -> path.toFile().length())
                        .sum();
            }
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    /** The broker and the application with Kafka's own settings, where footfall's differ and cost at rest. */
    private static final class Bare {
        private static final Map<String, String> BROKER = Map.of(
                "broker.heartbeat.interval.ms", "2000",
                "metadata.max.idle.interval.ms", "500",
                "num.io.threads", "8",
                "num.network.threads", "3",
                "replica.high.watermark.checkpoint.interval.ms", "5000");

        static void run(Path folder) throws Exception {
            var settings = new BrokerSettings(folder.resolve("broker"), BrokerSettings.ANY_PORT, BROKER);
            try (var broker = EmbeddedBroker.start(settings)) {
                BenchBroker.createTopics(broker);
                try (var streams = new KafkaStreams(MinimalTopology.getAndPut(), config(broker, folder))) {
                    streams.start();
                    System.out.println("started");
                    Thread.currentThread().join();
                }
            }
        }

        private static Properties config(EmbeddedBroker broker, Path folder) {
            var all = new HashMap<String, Object>(broker.client());
            all.put(StreamsConfig.APPLICATION_ID_CONFIG, "bare");
            all.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
            all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
            all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
            var config = new Properties();
            config.putAll(all);
            return config;
        }
    }
}
