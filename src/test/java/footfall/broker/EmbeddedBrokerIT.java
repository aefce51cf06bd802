package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.Topics.Creation;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class EmbeddedBrokerIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String TOPIC = "kept";
    private static final List<TopicSpec> SPECS = List.of(new TopicSpec(TOPIC, 1, Map.of()));

    @TempDir
    Path scratch;

    static int port(EmbeddedBroker broker) {
        return Integer.parseInt(broker.bootstrapServers().split(":")[1]);
    }

    @Test
    void whatWasWrittenIsThereAfterACleanRestart() throws Exception {
        var values = Records.numbered(1000);
        String cluster;
        try (var broker = start()) {
            cluster = broker.clusterId();
            assertThat(create(broker)).containsExactly(Creation.created(SPECS.get(0)));
            Records.of(broker.client(), TOPIC).write(values);
        }
        try (var broker = start()) {
            assertThat(broker.clusterId()).isEqualTo(cluster);
            assertThat(create(broker)).containsExactly(Creation.found(SPECS.get(0), List.of()));
            assertThat(Records.of(broker.client(), TOPIC).read()).isEqualTo(values);
        }
    }

    @Test
    @LongSuite
    void whatWasAcknowledgedIsThereAfterKillMinusNineInTheMiddleOfWriting() throws Exception {
        var acknowledged = new ConcurrentLinkedQueue<String>();
        try (var child = ChildBroker.start(data(), scratch)) {
            var records = Records.of(child.client(), TOPIC);
            createAt(records.client());
            var producer = records.producer();
            for (var value : Records.numbered(20_000)) {
                producer.send(new ProducerRecord<>(TOPIC, value), (metadata, failure) -> {
                    if (failure == null) {
                        acknowledged.add(value);
                    }
                });
            }
            Awaitility.await().atMost(TIMEOUT).until(() -> acknowledged.size() > 1000);
            child.kill();
            producer.close(Duration.ZERO);
        }
        try (var broker = start()) {
            var kept = Records.of(broker.client(), TOPIC).read();
            assertThat(kept).startsWith(acknowledged.toArray(String[]::new));
        }
    }

    @Test
    @LongSuite
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aBrokerThatStoodStillForSecondsNeverLosesItsPartitions() throws Exception {
        try (var child = ChildBroker.start(data(), scratch)) {
            var records = Records.of(child.client(), TOPIC);
            createAt(records.client());
            records.write(Records.numbered(1));
            child.standStill(Duration.ofSeconds(3));
            for (int batch = 0; batch < 20; batch++) {
                records.write(Records.numbered(20));
            }
            assertThat(records.terms()).containsExactly(0);
        }
    }

    @Test
    void thePropertiesForClientsAreInTheDirectoryWhileTheBrokerRunsAndKeepTheirPassword() throws Exception {
        String password;
        try (var broker = start()) {
            assertThat(ClientProperties.read(data())).contains(broker.client());
            password = broker.client().get("sasl.jaas.config");
        }
        assertThat(ClientProperties.read(data())).isEmpty();
        ClientProperties.write(data(), Map.of("left", "by a killed broker"));
        try (var broker = start()) {
            assertThat(broker.client()).containsEntry("sasl.jaas.config", password);
            assertThat(ClientProperties.read(data())).contains(broker.client());
        }
    }

    @Test
    void aRecordOfOneMebibyteIsTaken() throws Exception {
        var large = "x".repeat(1 << 20);
        try (var broker = start()) {
            create(broker);
            var records = Records.of(broker.client(), TOPIC);
            records.write(List.of(large));
            assertThat(records.read()).containsExactly(large);
        }
    }

    @Test
    void withTheDefaultPortTakenAnotherIsChosenAndNamed() throws IOException {
        try (var other = defaultPortTaken();
                var broker = start()) {
            assertThat(port(broker)).isNotIn(BrokerSettings.DEFAULT_PORT, other.getLocalPort());
            assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port(broker));
            assertThat(create(broker)).hasSize(1);
        }
    }

    @Test
    void aWishedPortThatIsTakenIsNamedAndTheDirectoryIsFreeAgain() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var settings = new BrokerSettings(data(), other.getLocalPort(), Map.of());
            assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                    .isInstanceOf(BrokerUnavailable.class)
                    .hasMessageContaining("port " + other.getLocalPort());
        }
        start().close();
    }

    @Test
    void aDirectoryInUseByAnotherProcessIsNamedWithItsPid() throws IOException {
        try (var child = ChildBroker.start(data(), scratch)) {
            child.client();
            assertThatThrownBy(this::start)
                    .isInstanceOf(BrokerUnavailable.class)
                    .hasMessageContaining(data() + " is in use by another footfall (pid " + child.pid() + ")")
                    .hasMessageContaining("--set data_dir=DIR");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nothingButLoopbackIsBound() throws IOException {
        var before = ListeningSockets.ofThisProcess();
        try (var broker = start()) {
            var added = ListeningSockets.ofThisProcess();
            added.removeAll(before);
            assertThat(added)
                    .hasSize(2)
                    .allMatch(ListeningSockets.Address::isLoopback)
                    .anyMatch(address -> address.port() == port(broker));
        }
    }

    @Test
    void closingTwiceIsClosingOnceAndLeavesNoThreadThatKeepsTheProcess() throws Exception {
        var before = Thread.getAllStackTraces().keySet();
        var broker = start();
        broker.close();
        broker.close();
        for (var thread : Thread.getAllStackTraces().keySet()) {
            if (!thread.isDaemon() && !before.contains(thread)) {
                thread.join(TIMEOUT.toMillis());
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
        start().close();
    }

    @Test
    void settingsThatKafkaRefusesAreReportedAndTheDirectoryIsFreeAgain() throws IOException {
        var settings = new BrokerSettings(data(), BrokerSettings.ANY_PORT, Map.of("num.io.threads", "none"));
        assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageContaining("did not start")
                .hasMessageContaining("num.io.threads");
        start().close();
    }

    private EmbeddedBroker start() throws IOException {
        return EmbeddedBroker.start(BrokerSettings.in(data()));
    }

    private Path data() throws IOException {
        return scratch.toRealPath().resolve("data");
    }

    private static List<Creation> create(EmbeddedBroker broker) {
        return createAt(broker.client());
    }

    private static List<Creation> createAt(Map<String, String> client) {
        try (var topics = Topics.of(client, TIMEOUT)) {
            return topics.create(SPECS);
        }
    }

    /** By us or, when some other process has it already, by that one. */
    private static ServerSocket defaultPortTaken() throws IOException {
        try {
            return new ServerSocket(BrokerSettings.DEFAULT_PORT, 1, InetAddress.getLoopbackAddress());
        } catch (java.net.BindException e) {
            return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        }
    }
}
