package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Page;
import footfall.testkit.Story;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The clock is set back while a request is in flight, so its result cannot be written. */
@LongSuite
@Timeout(300)
class RelaySetBackIT {
    @TempDir
    Path folder;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private HttpServer receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::answer);
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            asked.countDown();
            mayAnswer.await();
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Relay relay(Cluster cluster, boolean isOnce) {
        var client = new HashMap<>(cluster.client());
        client.put("session.timeout.ms", "6000");
        var settings = new RelaySettings(
                RelaySettings.LEVEL,
                RelaySettings.WINDOW,
                RelaySettings.MAX_AGE,
                RelaySettings.RETRY_MAX,
                RelaySettings.TIMEOUT,
                RelaySettings.TURN_DELAY);
        var options = new RelayOptions(client, "footfall.", "relay", settings, isOnce, "footfall topics create");
        var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/v1/traces";
        return Relay.toOtlp(
                options,
                new OtlpTarget(Endpoint.of(url, true).endpoint(), Map.of()),
                new Dependencies(RelayMeter.NONE, deliveries::add, Clock.systemUTC()));
    }

    private static void sendTurn(Cluster cluster) {
        var json = Page.of("events/turn.md").examples().get(0);
        var turn = Json.read(Turn.class, json.getBytes());
        var at = Instant.now().minus(Duration.ofMinutes(5)).toEpochMilli();
        var config = Map.<String, Object>copyOf(cluster.client());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                    Channels.TURNS.topic("footfall."), 0, at, turn.id().turnId(), Json.bytes(turn)));
        }
    }

    @Test
    void theNextRelayExportsTheTurnThatTheFormerOneDidNotRecord() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            cluster.footfall("footfall", 1, Story.RULES);
            sendTurn(cluster);
            var former = relay(cluster, false);
            var running = CompletableFuture.supplyAsync(former::run);
            assertThat(asked.await(4, TimeUnit.MINUTES)).isTrue();
            former.clockSetBack();
            mayAnswer.countDown();
            assertThat(running.get(4, TimeUnit.MINUTES)).isFalse();
            former.close();
            assertThat(deliveries).isEmpty();
            try (var next = relay(cluster, true)) {
                assertThat(next.run()).isTrue();
            }
            assertThat(deliveries).hasSize(1);
        }
    }
}
