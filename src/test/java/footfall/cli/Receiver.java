package footfall.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Receives messages of a relay, as JSON, and verifies their signatures as standardwebhooks.com describes. */
final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final String secret;
    private final List<Received> all = new CopyOnWriteArrayList<>();
    private final Map<String, List<Integer>> answers = new HashMap<>();

    /** One request: which message, and how it was answered. */
    record Received(String id, String subject, String state, int alerts, int status) {}

    /** {@code secret}: null for a receiver that verifies nothing. */
    Receiver(String secret) throws IOException {
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    /** How requests about a subject are answered; the last status stays. */
    synchronized void answers(String subject, Integer... statuses) {
        answers.put(subject, new ArrayList<>(List.of(statuses)));
    }

    List<Received> all() {
        return List.copyOf(all);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var message = TurnJson.tree(body);
        var subject = message.path("subject").asText(); // A digest has none.
        var statuses = answers.getOrDefault(subject, List.of(200));
        int status = statuses.size() > 1 ? statuses.remove(0) : statuses.get(0);
        if (!isGenuine(exchange, body)) {
            status = 401;
        } else if (status == 302) {
            exchange.getResponseHeaders().add("Location", url() + "/elsewhere");
        }
        all.add(new Received(
                header(exchange, "webhook-id"),
                subject,
                message.path("state").asText(),
                message.path("alerts").size(),
                status));
        exchange.getResponseHeaders().add("Retry-After", "0");
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private boolean isGenuine(HttpExchange exchange, String body) {
        if (secret == null) {
            return true;
        }
        var id = header(exchange, "webhook-id");
        var timestamp = header(exchange, "webhook-timestamp");
        var age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), Instant.now());
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            var signed = mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
            var expected = "v1," + Base64.getEncoder().encodeToString(signed);
            return age.abs().toMinutes() < 5
                    && header(exchange, "webhook-signature").equals(expected)
                    && header(exchange, "Idempotency-Key").equals(id);
        } catch (GeneralSecurityException why) {
            throw new IllegalStateException(why);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
