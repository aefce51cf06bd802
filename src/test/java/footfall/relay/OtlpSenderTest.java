package footfall.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import footfall.testkit.Page;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.wire.Json;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtlpSenderTest {
    private static final String TURN = Page.ofRecord("turn").examples().get(0);

    private static Turn turn(int i) {
        return Json.read(
                Turn.class, TURN.replace("\"s1:0\"", "\"s1:" + i + "\"").getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> requests(int misconfiguredAt) throws Exception {
        var requests = new CopyOnWriteArrayList<String>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var body =
                    ExportTraceServiceRequest.parseFrom(new GZIPInputStream(exchange.getRequestBody()).readAllBytes());
            boolean isBad = body.toString().contains("\"s1:2\"");
            int status = requests.size() == misconfiguredAt ? 401 : isBad ? 400 : 200;
            requests.add(body.getResourceSpansCount() + " " + status);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        var settings = new RelaySettings(
                2,
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60));
        var options = new RelayOptions(Map.of("bootstrap.servers", "127.0.0.1:1"), "f.", "g", settings, false, "");
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
        try (var exported = new ExportedTurns(options, 1)) {
            var sender = new OtlpSender(
                    options,
                    new OtlpTarget(Endpoint.of(url, true).endpoint(), Map.of()),
                    exported,
                    new RelayOptions.Dependencies(RelayMeter.NONE, delivery -> {}, Clock.systemUTC()));
            var batch = new ClosedTurns.TurnBatch(
                    IntStream.range(0, 5).mapToObj(OtlpSenderTest::turn).toList());
            var result = sender.send(batch).join();
            requests.add("last " + result.answer().status() + " attempts " + result.attempts());
        } finally {
            server.stop(0);
        }
        return requests;
    }

    @Test
    void aBatchThatTheReceiverRefusesIsHalvedDownToTheTurnThatItRefuses() throws Exception {
        assertThat(requests(-1)).containsExactly("5 400", "2 200", "3 400", "1 400", "2 200", "last 200 attempts 5");
    }

    @Test
    void headersThatCannotBeSentAreFoundBeforeTheFirstRequest() {
        assertThat(OtlpTarget.headers("authorization=Bearer%20abc,x-team=a"))
                .hasValue(Map.of("authorization", "Bearer abc", "x-team", "a"));
        for (var wrong : List.of("=a", "authorization", "a=%zz", "a=b%0A", "Host=example.com", "na me=a")) {
            assertThat(OtlpTarget.headers(wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void aWrongLoginEndsTheHalvingAtOnce() throws Exception {
        assertThat(requests(1)).containsExactly("5 400", "2 401", "last 401 attempts 2");
    }
}
