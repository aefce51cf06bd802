package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import footfall.testkit.Cluster;
import footfall.testkit.ManySessions;
import footfall.testkit.TurnText;
import footfall.topology.CommittedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** The image, as each role, with a broker of Testcontainers. {@code .ci/docker} makes both images. */
@EnabledIfSystemProperty(
        named = ImageDockerIT.IMAGE,
        matches = ".+",
        disabledReason = "no Docker engine; .ci/docker starts one and runs this test")
@Timeout(300)
class ImageDockerIT {
    static final String IMAGE = "footfall.docker.image";
    static final String KAFKA_IMAGE = "footfall.docker.kafka";

    private static final String BROKER = "kafka:19092";
    private static final int KAFKA_PORT = 9092;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final Network network = Network.newNetwork();
    private final KafkaContainer kafka = new KafkaContainer(
                    DockerImageName.parse(System.getProperty(KAFKA_IMAGE)).asCompatibleSubstituteFor("apache/kafka"))
            .withImagePullPolicy(image -> false)
            .withNetwork(network)
            .withListener(BROKER)
            .withCreateContainerCmdModifier(create -> create.getHostConfig()
                    .withPortBindings(new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(KAFKA_PORT))));

    @BeforeEach
    void start() {
        kafka.start();
    }

    @AfterEach
    void stop() {
        kafka.stop();
        network.close();
    }

    /** Closed as in the compose file: no right, no file outside of the volume, not even a temporary one. */
    private GenericContainer<?> footfall(String... arguments) {
        return new GenericContainer<>(DockerImageName.parse(System.getProperty(IMAGE)))
                .withImagePullPolicy(image -> false)
                .withNetwork(network)
                .withEnv(NamelessTurns.ENVIRONMENT)
                .withCommand(arguments)
                .withCreateContainerCmdModifier(create -> create.getHostConfig()
                        .withReadonlyRootfs(true)
                        .withCapDrop(Capability.ALL)
                        .withSecurityOpts(List.of("no-new-privileges")));
    }

    private GenericContainer<?> running(String... arguments) {
        return footfall(arguments).waitingFor(Wait.forHealthcheck().withStartupTimeout(PATIENCE));
    }

    @Test
    void eachRoleRunsInTheImageWithoutRightsOnAReadOnlyRoot() throws Exception {
        var home = Files.createDirectories(folder.resolve("home"));
        ManySessions.write(home.resolve("projects"), 4, 3);
        var expected = NamelessTurns.of(home);
        try (var topics = footfall("topics", "create", "--bootstrap-servers", BROKER, "--partitions", "3")
                        .withStartupAttempts(3)
                        .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(PATIENCE));
                var stream = running("stream", "--bootstrap-servers", BROKER, "--no-view");
                var ship = running("ship", "--bootstrap-servers", BROKER, "--home", "/transcripts")
                        .withFileSystemBind(home.toString(), "/transcripts", BindMode.READ_ONLY)) {
            topics.start();
            stream.start();
            ship.start();
            var committed = new CommittedReader(Map.of("bootstrap.servers", kafka.getBootstrapServers()), "footfall.");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(TurnText.of(Cluster.turns(committed))).isEqualTo(expected));
            assertThat(kafka.getContainerInfo()
                            .getNetworkSettings()
                            .getPorts()
                            .getBindings()
                            .values())
                    .allSatisfy(bindings -> assertThat(bindings)
                            .extracting(Ports.Binding::getHostIp)
                            .containsOnly("127.0.0.1"));
            assertThat(stream.execInContainer("id", "-u").getStdout()).isEqualTo("10001\n");
            assertThat(stream.execInContainer("touch", "/tmp/file").getStderr()).contains("Read-only file system");
            assertThat(stream.isHealthy()).isTrue();
        }
    }
}
