package footfall.relay;

import footfall.alert.Alert;
import footfall.view.RelayMeter;
import footfall.wire.Channels;
import footfall.wire.Undelivered;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
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
        this.webhook = new Webhook(target, options.settings(), around.clock(), this::retried);
    }

    private void retried() {
        isRetrying = true;
        meter.retried();
    }

    @Override
    public CompletableFuture<HttpPost.Result> send(AlertMessage message) {
        return webhook.send(message.id(), webhook.format().body(message));
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
