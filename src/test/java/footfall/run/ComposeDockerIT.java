package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.Ports;
import footfall.testkit.Revisions;
import footfall.testkit.TurnText;
import footfall.topology.CommittedReader;
import footfall.wire.Channels;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cluster of {@code docker/compose.yaml}: three brokers, two processors with standby stores, a shipper. The
 * processor that has processed more lines is killed while lines flow, and the turns are those of the files.
 */
@EnabledIfSystemProperty(
        named = ImageDockerIT.IMAGE,
        matches = ".+",
        disabledReason = "no Docker engine; .ci/docker starts one and runs this test")
@Timeout(420)
class ComposeDockerIT {
    private static final List<String> PORTS = List.of(
            "KAFKA_1_PORT",
            "KAFKA_2_PORT",
            "KAFKA_3_PORT",
            "PROCESSOR_1_PORT",
            "PROCESSOR_2_PORT",
            "PROMETHEUS_PORT",
            "GRAFANA_PORT");
    private static final Pattern LINES = Pattern.compile("(?m)^footfall_lines_total (\\S+)$");

    /** The shipper reads transcripts of this machine. */
    private static final String OVERRIDE = """
            services:
              shipper:
                command: [ship, --config, /etc/footfall/client.properties, --home, /transcripts]
                environment: {FOOTFALL_IDENTITY_HOST: "off", FOOTFALL_IDENTITY_USER: "off"}
                volumes: ["%s:/transcripts:ro"]
            """;

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private GrowingHome growing;
    private Path override;
    private CommittedReader committed;

    @BeforeEach
    void start() throws Exception {
        environment.put("FOOTFALL_IMAGE", System.getProperty(ImageDockerIT.IMAGE));
        environment.put("KAFKA_IMAGE", System.getProperty(ImageDockerIT.KAFKA_IMAGE));
        environment.put(
                "COMPOSE_PROJECT_NAME",
                "footfall-test-" + ProcessHandle.current().pid());
        for (var port : PORTS) {
            environment.put(port, String.valueOf(Ports.free()));
        }
        growing = new GrowingHome(Files.createDirectories(folder.resolve("home")), new Random(1));
        override = Files.writeString(folder.resolve("override.yaml"), OVERRIDE.formatted(growing.home()));
        compose("--profile", "demo", "up", "-d", "--no-build", "shipper", "processor-1", "processor-2");
        var brokers = PORTS.subList(0, 3).stream()
                .map(port -> "127.0.0.1:" + environment.get(port))
                .collect(Collectors.joining(","));
        committed = new CommittedReader(Map.of("bootstrap.servers", brokers), "footfall.");
    }

    @AfterEach
    void stop() throws Exception {
        compose("--profile", "demo", "down", "-v", "-t", "5");
    }

    private String compose(String... arguments) throws Exception {
        var words = new ArrayList<>(List.of(
                System.getProperty("footfall.docker.compose", "docker-compose").split(" ")));
        words.addAll(List.of("-f", "docker/compose.yaml", "-f", override.toString()));
        words.addAll(List.of(arguments));
        var out = folder.resolve("out");
        var process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(out.toFile());
        process.environment().putAll(environment);
        int exit = process.start().waitFor();
        assertThat(exit).as("%s: %s", words, Files.readString(out)).isZero();
        return Files.readString(out);
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(100));
    }

    @Test
    void aProcessorThatIsKilledWhileLinesFlowChangesNoTurn() throws Exception {
        awaitReady("processor-1");
        awaitReady("processor-2");
        patiently().until(() -> growing.append() && turns() > 5);
        var victim = busier();
        compose("kill", "-s", "KILL", victim);
        assertThat(growing.append()).as("lines are left to be written").isTrue();
        patiently().until(() -> !growing.append());
        var expected = NamelessTurns.of(growing.home());
        patiently()
                .untilAsserted(
                        () -> assertThat(TurnText.of(Cluster.turns(committed))).isEqualTo(expected));
        Revisions.assertOneContentEach(committed);
        compose("up", "-d", "--no-build", victim);
        awaitReady(victim);
    }

    private long turns() {
        var count = new long[1];
        committed.each(Channels.TURNS, record -> count[0]++);
        return count[0];
    }

    private String busier() throws Exception {
        double first = linesOf("processor-1");
        double second = linesOf("processor-2");
        assertThat(first + second).isPositive();
        return first > second ? "processor-1" : "processor-2";
    }

    private double linesOf(String processor) throws Exception {
        var token = compose("exec", "-T", processor, "cat", "/run/footfall/footfall/token")
                .strip();
        var lines = LINES.matcher(get(processor, "/metrics", token).body());
        assertThat(lines.find()).isTrue();
        return Double.parseDouble(lines.group(1));
    }

    /** Nothing may listen yet. */
    private void awaitReady(String processor) {
        patiently()
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> get(processor, "/health/ready", "none").statusCode() == 200);
    }

    private HttpResponse<String> get(String processor, String path, String token) throws Exception {
        var port = environment.get(processor.toUpperCase(Locale.ROOT).replace('-', '_') + "_PORT");
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
