package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A standalone Connect worker in a process of its own, with connectors/worker.properties and the libraries
 * that connectors/pom.xml fetches. Its time zone is not UTC.
 */
public final class ConnectWorker implements AutoCloseable {
    private static final long STOP_SECONDS = 30;

    private static final Path CONNECTORS = Path.of("connectors").toAbsolutePath();
    private static final Path FETCHED = Path.of("target", "connect").toAbsolutePath();
    /** Why it cannot run before Maven has packaged the connector. */
    public static final String MISSING = "target/footfall-connect-VERSION.tar.gz is missing; mvn package makes it";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final int port = Ports.free();
    private final List<String> connectors = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Process process;

    /** {@code client}: properties of a Kafka client. */
    public ConnectWorker(Path folder, Map<String, String> client) throws IOException {
        this.folder = folder;
        var plugins = Files.createDirectories(folder.resolve("plugins"));
        var archive = archive();
        assumeTrue(archive.isPresent(), MISSING);
        run("tar", "xzf", archive.orElseThrow().toString(), "-C", plugins.toString());
        var config = new StringBuilder(Files.readString(CONNECTORS.resolve("worker.properties")));
        config.append("\nplugin.path=")
                .append(FETCHED.resolve("plugins"))
                .append(',')
                .append(plugins);
        config.append("\noffset.storage.file.filename=").append(folder.resolve("offsets"));
        config.append("\nlisteners=http://127.0.0.1:").append(port).append('\n');
        for (var prefix : List.of("", "consumer.", "producer.", "admin.")) {
            client.forEach((key, value) ->
                    config.append(prefix).append(key).append('=').append(value).append('\n'));
        }
        Files.writeString(folder.resolve("worker.properties"), config);
    }

    /** Fetches the worker and the connectors, unless they are there; one process of tests at a time. */
    public static void fetch() throws IOException {
        var complete = FETCHED.resolve("complete");
        var lock = FETCHED.resolveSibling("connect.lock");
        try (var file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            if (Files.notExists(complete)) {
                run(
                        "mvn",
                        "-B",
                        "-ntp",
                        "-q",
                        "-f",
                        CONNECTORS.resolve("pom.xml").toString(),
                        "package");
                Files.createFile(complete);
            }
        }
    }

    /** Whether Maven has packaged the connector. */
    public static boolean isBuilt() throws IOException {
        return archive().isPresent();
    }

    private static Optional<Path> archive() throws IOException {
        try (var built = Files.list(Path.of("target"))) {
            return built.filter(file -> file.getFileName().toString().matches("footfall-connect-.*\\.tar\\.gz"))
                    .findFirst();
        }
    }

    /** Starts with a configuration of connectors/, and with more or other configuration in it. */
    public ConnectWorker with(String name, Map<String, String> more) throws IOException {
        var json = JSON.readTree(CONNECTORS.resolve(name).toFile());
        more.forEach(json.withObject("config")::put);
        connectors.add(Files.writeString(folder.resolve(name), json.toString()).toString());
        return this;
    }

    public ConnectWorker environment(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    /** The command that starts its process. {@code heap}: an option of Java. */
    public List<String> command(String heap) {
        var words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.timezone=America/New_York",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-cp",
                FETCHED.resolve("worker") + "/*",
                "org.apache.kafka.connect.cli.ConnectStandalone",
                folder.resolve("worker.properties").toString()));
        words.addAll(connectors);
        return words;
    }

    public ConnectWorker start() throws IOException {
        var start = new ProcessBuilder(command("-Xmx256m")).directory(folder.toFile());
        start.environment().putAll(environment);
        process = start.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        return this;
    }

    public Path log() {
        return folder.resolve("worker.log");
    }

    public long pid() {
        return process.pid();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The answer of its REST interface to a GET. */
    public String get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void run(String... words) throws IOException {
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes());
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroy();
            // Its shutdown hook may wait for ever for a thread of its own.
            process.onExit()
                    .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
                    .exceptionally(late -> process.destroyForcibly())
                    .join();
        }
    }
}
