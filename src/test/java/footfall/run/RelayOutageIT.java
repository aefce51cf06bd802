package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.Quorum;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

/** A relay whose brokers are away at its start, or while it runs. */
@LongSuite
@Timeout(900)
class RelayOutageIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private RelayRun start(Map<String, String> client, String... set) {
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
                    new Environment(Map.of("HOME", folder.toString())), new Config.Flags(null, List.of(set)));
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
        var start = CompletableFuture.supplyAsync(() -> start(client, "serve=off"));
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

    private static String health(RelayRun running) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(running.url().orElseThrow() + "/health/ready"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The broker that is left answers, but leads few partitions, and accepts no commit. */
    @Test
    void itIsNotReadyWhileTwoOfThreeBrokersAreAwayAndSaysWhyAndWhenItIsOver() throws Exception {
        try (var quorum = Quorum.start(folder)) {
            var client = quorum.client();
            var topics = ClusterTopics.TopicSpecs.of("footfall.", 6);
            Quorum.create(client, topics);
            Awaitility.await().atMost(PATIENCE).until(() -> quorum.isInSync(client, topics));
            var running = start(client, "serve_port=" + Ports.free());
            assertThat(health(running))
                    .contains("{\"part\":\"relay\",\"reason\":\"unassigned\","
                            + "\"detail\":\"partitions are being assigned\"}");
            var run = CompletableFuture.runAsync(() -> {
                try (running) {
                    running.run();
                } catch (Exception ended) {
                    throw new IllegalStateException(ended);
                }
            });
            var ready = "{\"status\":\"ready\",\"reasons\":[]}";
            Awaitility.await().atMost(PATIENCE).until(() -> health(running).equals(ready));
            said.clear();

            quorum.kill(0);
            quorum.kill(1);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(health(running)).contains("\"reason\":\"cannot_read\""));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(health(running))
                            .containsPattern("\"reason\":\"(cannot_commit|unassigned|broker_unreachable)\""));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(said)
                            .anyMatch(line -> line.matches("cannot read since \\S+; the leaders of "
                                    + "partitions do not answer; waiting for the brokers")));

            quorum.start(0);
            quorum.start(1);
            Awaitility.await().atMost(PATIENCE).until(() -> health(running).equals(ready));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(said.get(said.size() - 1))
                            .matches("all partitions can be read again|the brokers accept commits again"
                                    + "|the group has assigned partitions again|the cluster answers"));
            running.stop();
            run.get(1, TimeUnit.MINUTES);
        }
    }
}
