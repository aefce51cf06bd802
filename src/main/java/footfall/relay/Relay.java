package footfall.relay;

import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Denied;
import footfall.wire.LoginProbe;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads a topic and sends its records to another system. Opening it checks that the cluster answers and has the
 * topics. Only {@link #stop} and {@link #isRetrying} are thread-safe.
 */
public final class Relay implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    /** Together with the loop, within the 5 s that the process has to stop. */
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    private final RelayOptions options;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Runnable closeTarget;
    private RelayLoop<?> loop;

    private Relay(RelayOptions options, Runnable closeTarget) {
        this.options = options;
        this.closeTarget = closeTarget;
        this.consumer = consumer(options);
    }

    private static KafkaConsumer<String, byte[]> consumer(RelayOptions options) {
        try {
            return new KafkaConsumer<>(config(options), new StringDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException invalid) {
            var cause = invalid.getCause() == null ? invalid : invalid.getCause();
            throw new RelayFailed(
                    "cannot start a Kafka client: " + cause.getMessage()
                            + "; correct --bootstrap-servers or the file of --config",
                    invalid);
        }
    }

    /** Sends alerts to a webhook. */
    public static Relay toWebhook(RelayOptions options, WebhookTarget target, Dependencies around) {
        var deadLetters = new DeadLetters(options.client(), options.prefix());
        var relay = new Relay(options, deadLetters::close);
        var sender = new WebhookSender(options, target, deadLetters, around);
        var bursts = new Bursts(options.settings(), sender, around.meter());
        var mode = new RelayLoop.Mode(options.isOnce(), true, around);
        var loop = new RelayLoop<>(relay.consumer, bursts, sender, mode);
        relay.opened(() -> {
            relay.check(Channels.ALERTS);
            relay.check(Channels.UNDELIVERED);
            relay.consumer.subscribe(List.of(Channels.ALERTS.topic(options.prefix())), loop.rebalances());
        });
        relay.loop = loop;
        return relay;
    }

    /** Shows what {@link #toWebhook} would send now, up to the present end of the topic, and commits nothing. */
    public static Relay showing(RelayOptions options, Consumer<AlertMessage> shown, Dependencies around) {
        var relay = new Relay(options, () -> {});
        relay.opened(() -> relay.consumer.assign(relay.check(Channels.ALERTS)));
        var bursts = new Bursts(options.settings(), unreadable -> {}, around.meter());
        var mode = new RelayLoop.Mode(true, false, around);
        relay.loop = new RelayLoop<>(relay.consumer, bursts, new DrySender<>(shown), mode);
        return relay;
    }

    private static Map<String, Object> config(RelayOptions options) {
        var config = new HashMap<String, Object>(options.client());
        config.put("group.id", options.group());
        config.put("client.id", options.group());
        config.put("isolation.level", "read_committed");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        // The outbox skips old records. By duration, Kafka finds no position in a partition without recent ones.
        config.put("auto.offset.reset", "earliest");
        config.put("max.poll.records", 200);
        return config;
    }

    private void opened(Runnable open) {
        boolean isOpen = false;
        try {
            guarded(open);
            isOpen = true;
        } finally {
            if (!isOpen) {
                close();
            }
        }
    }

    /** The partitions of a topic, which must exist. */
    private List<TopicPartition> check(Channel<?, ?> channel) {
        var topic = channel.topic(options.prefix());
        var partitions = consumer.partitionsFor(topic, ANSWER_MAX);
        if (partitions == null || partitions.isEmpty()) {
            throw new RelayFailed(
                    "Kafka at " + options.servers() + " has no topic " + topic
                            + "; create missing topics with: footfall topics create --bootstrap-servers "
                            + options.servers(),
                    null);
        }
        return partitions.stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (AuthorizationException denied) {
            throw new RelayFailed(Denied.toRelay(denied), denied);
        } catch (AuthenticationException refused) {
            throw new RelayFailed(
                    "Kafka at " + options.servers() + " refuses the login: " + refused.getMessage()
                            + "; check the sasl.* properties in the file of --config",
                    refused);
        } catch (TimeoutException late) {
            throw new RelayFailed(
                    LoginProbe.isLoginMissing(options.client())
                            ? "Kafka at " + options.servers() + " " + LoginProbe.WAY_OUT
                            : "Kafka at " + options.servers() + " does not answer; check the address with "
                                    + "--bootstrap-servers, and whether it needs TLS or a login (--config)",
                    late);
        }
    }

    /** Returns after {@link #stop}, or with {@code isOnce} at the end of the topic. */
    public void run() {
        guarded(loop::run);
    }

    /** Whether a message is being retried. */
    public boolean isRetrying() {
        return loop.isRetrying();
    }

    public void stop() {
        loop.stop();
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE_MAX));
        closeTarget.run();
    }
}
