package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.relay.Delivery;
import footfall.relay.Endpoint;
import footfall.relay.OtlpTarget;
import footfall.relay.RelaySettings;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Story;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A relay whose broker is away at its start. */
@LongSuite
@Timeout(300)
class RelayOutageIT {
    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private RelayRun start(Map<String, String> client) {
        var listener = new RelayRun.Listener() {
            @Override
            public void message(String message) {
                said.add(message);
            }

            @Override
            public void finished(Delivery delivery) {
                said.add(delivery.subject());
            }
        };
        var settings = new RelaySettings(
                RelaySettings.LEVEL,
                RelaySettings.WINDOW,
                RelaySettings.MAX_AGE,
                RelaySettings.RETRY_MAX,
                RelaySettings.TIMEOUT,
                RelaySettings.TURN_DELAY);
        var options = new RelayRun.Options(client, "relay", settings, false, "footfall topics create");
        try {
            var config = Config.read(
                    new Environment(Map.of("HOME", folder.toString())), new Config.Flags(null, List.of("serve=off")));
            var target = new OtlpTarget(
                    Endpoint.of("http://127.0.0.1:1/v1/traces", true).endpoint(), Map.of());
            return RelayRun.start(config, options, target, listener);
        } catch (Exception ended) {
            throw new IllegalStateException(ended);
        }
    }

    @Test
    void itWaitsAndSaysForWhat() throws Exception {
        int port = Ports.free();
        Map<String, String> client;
        try (var cluster = Cluster.start(folder, port)) {
            client = cluster.client();
            cluster.footfall("footfall", 1, Story.RULES);
        }
        var start = CompletableFuture.supplyAsync(() -> start(client));
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !said.isEmpty() || start.isDone());
        try (var cluster = Cluster.start(folder, port);
                var running = start.get(1, TimeUnit.MINUTES)) {
            assertThat(cluster.client()).isEqualTo(client);
            assertThat(said)
                    .containsExactly(
                            "waiting for the cluster: Kafka at 127.0.0.1:" + port + " does not answer; check that it "
                                    + "is running, the address with --bootstrap-servers, and whether it needs TLS or a "
                                    + "login (--config)",
                            "the cluster answers");
            running.stop();
            running.run();
        }
    }
}
