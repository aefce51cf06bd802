package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import footfall.broker.KnownCredentials;
import footfall.testkit.Cluster;
import footfall.testkit.DecodedSpans;
import footfall.testkit.LongSuite;
import footfall.testkit.Page;
import footfall.testkit.Story;
import footfall.turn.Turn;
import footfall.wire.Channels;
import footfall.wire.Json;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Turns from a broker to a receiver that decodes them. */
@LongSuite
@Timeout(900)
class OtlpIT {
    private static final String TURN = Page.ofRecord("turn").examples().get(0);

    @TempDir
    Path folder;

    private final List<String> exported = new CopyOnWriteArrayList<>();
    private final List<Integer> statuses = new CopyOnWriteArrayList<>();
    private HttpServer receiver;
    private Path headers;

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/v1/traces", this::answer);
        receiver.start();
        var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        headers = Files.writeString(Files.createFile(folder.resolve("headers"), own), "Authorization=Bearer%20key\n");
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var request =
                ExportTraceServiceRequest.parseFrom(new GZIPInputStream(exchange.getRequestBody()).readAllBytes());
        assertThat(exchange.getRequestHeaders().getFirst("Content-Type")).isEqualTo("application/x-protobuf");
        int status = !"Bearer key".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                ? 401
                : statuses.isEmpty() ? 200 : statuses.remove(0);
        if (status == 200) {
            DecodedSpans.of(request).stream()
                    .filter(span -> span.get("name").asText().startsWith("invoke_agent"))
                    .forEach(span ->
                            exported.add(span.at("/attributes/footfall.turn_id").asText() + " "
                                    + span.at("/attributes/footfall.revision").asInt()));
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static ProducerRecord<String, byte[]> closed(Duration ago, String id, int revision) {
        var json = TURN.replace("\"s1:0\"", "\"" + id + "\"").replace("\"revision\" : 0", "\"revision\" : " + revision);
        var turn = Json.read(Turn.class, json.getBytes());
        var at = Instant.now().minus(ago).toEpochMilli();
        return new ProducerRecord<>(Channels.TURNS.topic("footfall."), 0, at, id, Json.bytes(turn));
    }

    private static void send(Cluster cluster, List<ProducerRecord<String, byte[]>> records) {
        var config = Map.<String, Object>copyOf(cluster.client());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            records.forEach(producer::send);
        }
    }

    private ChildUp relay(Cluster cluster, String... options) throws Exception {
        var config = KnownCredentials.options(folder, cluster.client(), Map.of("session.timeout.ms", "6000"));
        var all = new ArrayList<>(List.of("relay"));
        all.addAll(config);
        all.addAll(List.of("--otlp", "http://127.0.0.1:" + receiver.getAddress().getPort()));
        all.addAll(List.of(options));
        return ChildUp.start(folder, all.toArray(String[]::new));
    }

    @Test
    void aTurnIsExportedOnceAlsoAfterAKillAndAResetOfTheGroup() throws Exception {
        var longAgo = Duration.ofMinutes(5);
        try (var cluster = Cluster.start(folder)) {
            cluster.footfall("footfall", 1, Story.RULES);
            send(cluster, List.of(closed(longAgo, "s1:0", 0), closed(longAgo, "s1:1", 0), closed(longAgo, "s1:0", 1)));
            try (var refused = relay(cluster, "--once")) {
                assertThat(refused.exit()).isEqualTo(1);
                assertThat(refused.err())
                        .contains("the receiver of spans answers with status 401; check the URL and the headers");
            }
            var login = new String[] {"--otlp-headers-file", headers.toString()};
            statuses.addAll(List.of(503, 200));
            try (var killed = relay(cluster, login)) {
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> killed.out().contains("exported 2 turns"));
            }
            assertThat(exported).containsExactlyInAnyOrder("s1:0 1", "s1:1 0");
            try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
                Awaitility.await().atMost(ChildUp.PATIENCE).ignoreExceptions().until(() -> {
                    admin.deleteConsumerGroups(List.of("footfall-relay-otlp"))
                            .all()
                            .get();
                    return true;
                });
            }
            send(cluster, List.of(closed(longAgo, "s1:0", 2), closed(Duration.ZERO, "s1:2", 0)));
            try (var shown = relay(cluster, "--dry-run")) {
                assertThat(shown.exit()).as(shown.err()).isZero();
                assertThat(shown.out()).isEqualTo("{\"turn_id\":\"s1:2\",\"revision\":0,\"spans\":2}\n");
            }
            try (var again = relay(cluster, "--once", login[0], login[1])) {
                assertThat(again.exit()).as(again.err()).isZero();
                assertThat(again.out()).isEqualTo("exported 1 turn, from s1:2\n");
            }
            assertThat(exported).containsExactlyInAnyOrder("s1:0 1", "s1:1 0", "s1:2 0");
        }
    }
}
