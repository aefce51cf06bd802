package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * A broker of an older release of Kafka, in a process of its own, with the libraries that src/test/brokers/pom.xml
 * fetches into {@code target/brokers}.
 */
public final class OlderBroker implements AutoCloseable {
    private static final Path FETCHED = Path.of("target", "brokers").toAbsolutePath();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final String servers;

    private OlderBroker(Process process, String servers) {
        this.process = process;
        this.servers = servers;
    }

    /** Starts an empty broker in a new folder, and returns when it accepts connections. */
    public static OlderBroker start(Path folder, String version) throws IOException, InterruptedException {
        fetch(version);
        Files.createDirectories(folder);
        int port = Ports.free();
        var servers = "127.0.0.1:" + port;
        var controller = "127.0.0.1:" + Ports.free();
        var file = Files.writeString(
                folder.resolve("server.properties"),
                Map.ofEntries(
                                Map.entry("process.roles", "broker,controller"),
                                Map.entry("node.id", "1"),
                                Map.entry("controller.quorum.voters", "1@" + controller),
                                Map.entry("controller.listener.names", "CONTROLLER"),
                                Map.entry("listeners", "PLAINTEXT://" + servers + ",CONTROLLER://" + controller),
                                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                                Map.entry("log.dirs", folder.resolve("log").toString()),
                                Map.entry("offsets.topic.replication.factor", "1"),
                                Map.entry("offsets.topic.num.partitions", "4"),
                                Map.entry("transaction.state.log.replication.factor", "1"),
                                Map.entry("transaction.state.log.min.isr", "1"),
                                Map.entry("transaction.state.log.num.partitions", "4"))
                        .entrySet()
                        .stream()
                        .map(one -> one.getKey() + "=" + one.getValue() + "\n")
                        .collect(Collectors.joining()));
        var format =
                java(version, "kafka.tools.StorageTool", "format", "-t", "footfallOlderBroker000", "-c", "" + file);
        run(folder, format);
        var log = folder.resolve("out");
        var process = builder(folder, java(version, "kafka.Kafka", file.toString()))
                .redirectOutput(log.toFile())
                .start();
        var broker = new OlderBroker(process, servers);
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> !process.isAlive() || accepts(port));
            assertThat(process.isAlive()).as(() -> read(log)).isTrue();
        } catch (RuntimeException | Error why) {
            broker.close();
            throw why;
        }
        return broker;
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void fetch(String version) throws IOException, InterruptedException {
        if (Files.notExists(FETCHED.resolve(version).resolve("complete"))) {
            var pom = Path.of("src/test/brokers/pom.xml").toAbsolutePath();
            run(
                    Path.of(""),
                    List.of("mvn", "-B", "-ntp", "-q", "-f", "" + pom, "-Dkafka.version=" + version, "package"));
            Files.createFile(FETCHED.resolve(version).resolve("complete"));
        }
    }

    private static List<String> java(String version, String... words) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                FETCHED.resolve(version) + "/*"));
        command.addAll(List.of(words));
        return command;
    }

    private static ProcessBuilder builder(Path folder, List<String> command) {
        return new ProcessBuilder(command)
                .directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true);
    }

    private static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        var process = builder(folder, command).start();
        var said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException why) {
            return why.toString();
        }
    }

    /** Its {@code bootstrap.servers}. */
    public String servers() {
        return servers;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
