package footfall.relay;

import footfall.alert.Alert;
import footfall.view.RelayMeter;
import footfall.wire.Channels;
import footfall.wire.Json;
import footfall.wire.Undelivered;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Sends messages to a webhook; what cannot be delivered goes to the dead-letter topic. */
final class WebhookSender implements RelayLoop.Sender<AlertMessage>, Bursts.Unreadable {
    private final Webhook webhook;
    private final DeadLetters deadLetters;
    private final RelayMeter meter;
    private final Consumer<Delivery> listener;
    private final String group;
    private volatile boolean isRetrying;

    WebhookSender(
            RelayOptions options, WebhookTarget target, DeadLetters deadLetters, RelayOptions.Dependencies around) {
        this.deadLetters = deadLetters;
        this.meter = around.meter();
        this.listener = around.listener();
        this.group = options.group();
        var settings = options.settings();
        var rules = new HttpPost.Rules(HttpPost.Answer::ofWebhook, settings.timeout(), settings.retryMax());
        var post = new HttpPost(rules, around.clock(), this::retried);
        this.webhook = new Webhook(target, post, options.settings().timeout(), around.clock());
    }

    private void retried() {
        isRetrying = true;
        meter.retried();
    }

    @Override
    public CompletableFuture<HttpPost.Result> send(AlertMessage message) {
        return webhook.send(message);
    }

    @Override
    public void finished(Outbox.Outgoing<AlertMessage> sent, HttpPost.Result result, Instant now) {
        isRetrying = false;
        var message = sent.message();
        if (result.answer().isDelivered()) {
            meter.sent(Duration.between(message.at(), now));
        } else {
            for (int i = 0; i < sent.records().size(); i++) {
                add(sent.records().get(i), message.id(), message.alerts().get(i), result);
            }
        }
        listener.accept(Delivery.of(message, result));
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        var unreadable = new HttpPost.Result(HttpPost.Answer.failed(Undelivered.Reason.UNREADABLE), 0);
        add(record, null, null, unreadable);
        listener.accept(new Delivery(null, record.key(), 1, Undelivered.Reason.UNREADABLE, null, 0));
    }

    private void add(ConsumerRecord<String, byte[]> record, String id, Alert alert, HttpPost.Result result) {
        var answer = result.answer();
        meter.undelivered(answer.reason().word());
        deadLetters.add(
                record.key(),
                new Undelivered(
                        group,
                        id,
                        answer.reason(),
                        answer.status(),
                        result.attempts(),
                        record.partition(),
                        record.offset(),
                        alert));
    }

    @Override
    public void abandoned() {
        isRetrying = false;
    }

    @Override
    public void settle() {
        deadLetters.settle();
    }

    @Override
    public boolean isRetrying() {
        return isRetrying;
    }

    /** Posts messages in one format to one address, signed if there is a secret. */
    private static final class Webhook {
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

    /** Writes the dead-letter topic. An error is thrown by {@link #settle}. */
    static final class DeadLetters implements AutoCloseable {
        private final TopicWriter<Undelivered> writer;

        DeadLetters(Map<String, String> client, String prefix) {
            writer = new TopicWriter<>(
                    client,
                    Channels.UNDELIVERED.topic(prefix),
                    Channels.UNDELIVERED.value().serializer(),
                    "the alerts will be sent again after the next start");
        }

        void add(String key, Undelivered undelivered) {
            writer.send(null, key, undelivered);
        }

        void settle() {
            writer.settle();
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
