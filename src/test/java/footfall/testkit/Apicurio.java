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
import org.awaitility.Awaitility;

/**
 * The schema registry Apicurio with an empty store in memory, in a process of its own on loopback, as
 * src/test/registry/pom.xml fetches it into {@code target/registry}.
 */
public final class Apicurio implements AutoCloseable {
    private static final Path FETCHED = Path.of("target", "registry").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final int port;

    private Apicurio(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns when it accepts connections. {@code folder}: for its log. */
    public static Apicurio start(Path folder) throws IOException, InterruptedException {
        fetch(folder);
        int port = Ports.free();
        var log = folder.resolve("registry.log");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-jar",
                runner().toString()));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var registry = new Apicurio(process, port);
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> !process.isAlive() || accepts(port));
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        } catch (RuntimeException | IOException | Error why) {
            registry.close();
            throw why;
        }
        return registry;
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void fetch(Path folder) throws IOException, InterruptedException {
        var complete = FETCHED.resolve("complete");
        if (Files.notExists(complete)) {
            var pom = Path.of("src/test/registry/pom.xml").toAbsolutePath();
            var log = folder.resolve("fetch.log");
            var fetching = new ProcessBuilder("mvn", "-B", "-ntp", "-q", "-f", pom.toString(), "package")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            assertThat(fetching.waitFor()).as(Files.readString(log)).isZero();
            Files.createFile(complete);
        }
    }

    private static Path runner() throws IOException {
        try (var files = Files.list(FETCHED.resolve("apicurio"))) {
            return files.filter(file -> file.toString().endsWith("-runner.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Of its API that is Confluent's. */
    public String url() {
        return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
