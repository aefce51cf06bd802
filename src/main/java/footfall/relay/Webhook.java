package footfall.relay;

import footfall.wire.Json;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Posts messages in one format to one address, signed if there is a secret. */
final class Webhook {
    private final WebhookTarget target;
    private final HttpPost post;
    private final Duration timeout;
    private final Clock clock;

    Webhook(WebhookTarget target, HttpPost post, Duration timeout, Clock clock) {
        this.target = target;
        this.post = post;
        this.timeout = timeout;
        this.clock = clock;
    }

    CompletableFuture<HttpPost.Result> send(AlertMessage message) {
        var body = Json.bytes(target.format().body(message));
        return post.send(() -> Optional.of(request(message.id(), body)));
    }

    private HttpRequest request(String id, byte[] body) {
        long timestamp = clock.instant().getEpochSecond();
        var request = HttpRequest.newBuilder(target.endpoint().uri())
                .timeout(timeout)
                .header("Content-Type", target.format().contentType())
                .header("User-Agent", "footfall-relay")
                .header("Idempotency-Key", id)
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(timestamp))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (target.signature() != null) {
            request.header("webhook-signature", target.signature().of(id, timestamp, body));
        }
        return request.build();
    }
}
