package footfall.relay;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.wire.Json;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Posts messages in one format to one address, signed if there is a secret. */
public final class Webhook {
    private final WebhookTarget target;
    private final HttpPost post;
    private final Duration timeout;
    private final Clock clock;

    Webhook(WebhookTarget target, RelaySettings settings, Clock clock, Runnable onRetry) {
        var rules = new HttpPost.Rules(HttpPost.Answer::ofWebhook, settings.timeout(), settings.retryMax());
        this.target = target;
        this.post = new HttpPost(rules, clock, onRetry);
        this.timeout = settings.timeout();
        this.clock = clock;
    }

    /** Posts a digest as it is printed, and waits until the answer is final. */
    public static Delivery digest(String text, WebhookTarget target, RelaySettings settings, Clock clock) {
        var webhook = new Webhook(target, settings, clock, () -> {});
        var message = HookMessage.ofDigest(text, clock.instant());
        var result = webhook.send(message.id(), target.format().body(message)).join();
        var answer = result.answer();
        return new Delivery(message.id(), message.title(), 1, answer.reason(), answer.status(), result.attempts());
    }

    /** The body of {@link #digest}. */
    public static JsonNode digestBody(String text, MessageFormat format, Clock clock) {
        return format.body(HookMessage.ofDigest(text, clock.instant()));
    }

    MessageFormat format() {
        return target.format();
    }

    CompletableFuture<HttpPost.Result> send(String id, JsonNode message) {
        var body = Json.bytes(message);
        return post.send(() -> Optional.of(request(id, body)));
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
