package footfall.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import footfall.testkit.DecodedSpans;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.zip.GZIPInputStream;

/** Accepts all spans of a relay, as a collector does, and remembers in which traces each turn was. */
final class SpanReceiver implements AutoCloseable {
    private final Map<String, Set<String>> traces = new ConcurrentHashMap<>();
    private final HttpServer server;

    private SpanReceiver(HttpServer server) {
        this.server = server;
    }

    static SpanReceiver start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var receiver = new SpanReceiver(server);
        server.createContext("/v1/traces", receiver::accept);
        server.start();
        return receiver;
    }

    private void accept(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
            DecodedSpans.of(ExportTraceServiceRequest.parseFrom(body)).stream()
                    .filter(span -> span.get("name").asText().startsWith("invoke_agent"))
                    .forEach(turn -> traces.computeIfAbsent(
                                    turn.at("/attributes/footfall.turn_id").asText(),
                                    none -> new ConcurrentSkipListSet<>())
                            .add(turn.get("trace_id").asText()));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The trace IDs of each turn that was exported, by the ID of the turn. */
    Map<String, Set<String>> exported() {
        var exported = new TreeMap<String, Set<String>>();
        traces.forEach((turn, ids) -> exported.put(turn, Set.copyOf(ids)));
        return exported;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
