package footfall.relay;

import footfall.alert.Alert;
import footfall.relay.RelayOptions.Dependencies;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Denied;
import footfall.wire.LoginProbe;
import footfall.wire.NoAddress;
import footfall.wire.Undelivered;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads a topic and sends its records to another system. Opening it checks that the cluster answers and has the
 * topics. Only {@link #stop}, {@link #isRetrying}, {@link #stall} and {@link #assigned} are thread-safe.
 */
public final class Relay implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    /** Together with the loop, within the 5 s that the process has to stop. */
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);
    /** How long the partitions of a member that was killed wait for the next one; Kafka's default is 45 s. */
    private static final String SESSION_MS = "10000";

    private final RelayOptions options;
    private final KafkaConsumer<String, byte[]> consumer;
    private Runnable closeTarget = () -> {};
    private RelayLoop<?> loop;

    private Relay(RelayOptions options) {
        this.options = options;
        this.consumer = consumer(options);
    }

    private static KafkaConsumer<String, byte[]> consumer(RelayOptions options) {
        try {
            return new KafkaConsumer<>(config(options), new StringDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException invalid) {
            if (NoAddress.isWhy(invalid)) {
                throw RelayFailed.unanswered(
                        "cannot resolve the address of Kafka at " + options.servers()
                                + "; check --bootstrap-servers and this machine's network",
                        invalid);
            }
            var cause = invalid.getCause() == null ? invalid : invalid.getCause();
            throw new RelayFailed(
                    "cannot start a Kafka client: " + cause.getMessage()
                            + "; correct --bootstrap-servers or the file of --config",
                    invalid);
        }
    }

    /** Sends alerts to a webhook. */
    public static Relay toWebhook(RelayOptions options, WebhookTarget target, Dependencies around) {
        var relay = new Relay(options);
        relay.opened(() -> {
            relay.check(Channels.ALERTS);
            relay.check(Channels.UNDELIVERED);
            var deadLetters = new WebhookSender.DeadLetters(options.client(), options.prefix());
            relay.closeTarget = deadLetters::close;
            var sender = new WebhookSender(options, target, deadLetters, around);
            var bursts = new Bursts(options.settings(), sender, around.meter());
            var loop =
                    new RelayLoop<>(relay.consumer, bursts, sender, new RelayLoop.Mode(options.isOnce(), true, around));
            relay.loop = loop;
            relay.consumer.subscribe(List.of(Channels.ALERTS.topic(options.prefix())), loop.rebalances());
        });
        return relay;
    }

    /** Shows what {@link #toWebhook} would send now, up to the present end of the topic, and commits nothing. */
    public static Relay showing(RelayOptions options, Consumer<AlertMessage> shown, Dependencies around) {
        var relay = new Relay(options);
        relay.opened(() -> {
            relay.consumer.assign(relay.check(Channels.ALERTS));
            var bursts = new Bursts(options.settings(), unreadable -> {}, around.meter());
            var sender = new DrySender<>(shown);
            relay.loop = new RelayLoop<>(relay.consumer, bursts, sender, new RelayLoop.Mode(true, false, around));
        });
        return relay;
    }

    /** Exports turns as spans. */
    public static Relay toOtlp(RelayOptions options, OtlpTarget target, Dependencies around) {
        var relay = new Relay(options);
        relay.opened(() -> {
            var exported = relay.exported();
            var sender = new OtlpSender(options, target, exported, around);
            var turns = new ClosedTurns(options.settings().turnDelay(), exported, around.meter());
            var loop =
                    new RelayLoop<>(relay.consumer, turns, sender, new RelayLoop.Mode(options.isOnce(), true, around));
            relay.loop = loop;
            relay.consumer.subscribe(List.of(Channels.TURNS.topic(options.prefix())), loop.rebalances());
        });
        return relay;
    }

    /** Shows which turns {@link #toOtlp} would export now. */
    public static Relay showingTurns(RelayOptions options, Consumer<Turn> shown, Dependencies around) {
        var relay = new Relay(options);
        relay.opened(() -> {
            var exported = relay.exported();
            var turns = new ClosedTurns(options.settings().turnDelay(), readOnly(exported), around.meter());
            var partitions = relay.check(Channels.TURNS);
            relay.consumer.assign(partitions);
            turns.assigned(partitions);
            var sender =
                    new DrySender<ClosedTurns.TurnBatch>(batch -> batch.turns().forEach(shown));
            relay.loop = new RelayLoop<>(relay.consumer, turns, sender, new RelayLoop.Mode(true, false, around));
        });
        return relay;
    }

    private static ClosedTurns.History readOnly(ClosedTurns.History history) {
        return new ClosedTurns.History() {
            @Override
            public Set<String> read(TopicPartition partition) {
                return history.read(partition);
            }

            @Override
            public void withdraw(ConsumerRecord<String, byte[]> tombstone) {}
        };
    }

    private ExportedTurns exported() {
        int turns = check(Channels.TURNS).size();
        int partitions = check(Channels.EXPORTED).size();
        if (turns != partitions) {
            throw new RelayFailed(
                    "the topic " + Channels.EXPORTED.topic(options.prefix()) + " has " + partitions
                            + " partitions, and "
                            + Channels.TURNS.topic(options.prefix()) + " has " + turns
                            + "; delete the former, and create it again with: footfall topics create --partitions "
                            + turns,
                    null);
        }
        var exported = new ExportedTurns(options, partitions);
        closeTarget = exported::close;
        return exported;
    }

    private static Map<String, Object> config(RelayOptions options) {
        var config = new HashMap<String, Object>(options.client());
        config.put("group.id", options.group());
        config.put("client.id", options.group());
        config.put("isolation.level", "read_committed");
        config.put("enable.auto.commit", false);
        config.put("allow.auto.create.topics", false);
        // The outbox skips old alerts. By duration, Kafka finds no position in a partition without recent ones.
        config.put("auto.offset.reset", "earliest");
        config.put("max.poll.records", 200);
        config.putIfAbsent("session.timeout.ms", SESSION_MS);
        // Others than the partitions that move stay where they are, with what is in flight.
        config.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
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
                    "Kafka at " + options.servers() + " has no topic " + topic + "; create missing topics with: "
                            + options.topicsWay(),
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
            throw denied(denied);
        } catch (AuthenticationException refused) {
            throw new RelayFailed(
                    "Kafka at " + options.servers() + " refuses the login: " + refused.getMessage()
                            + "; check the sasl.* properties in the file of --config",
                    refused);
        } catch (RetriableException late) {
            throw unanswered(late);
        } catch (KafkaException thrown) {
            throw unwrapped(thrown);
        }
    }

    private RelayFailed unanswered(RetriableException late) {
        if (LoginProbe.isLoginMissing(options.client())) {
            return new RelayFailed("Kafka at " + options.servers() + " " + LoginProbe.WAY_OUT, late);
        }
        return RelayFailed.unanswered(
                "Kafka at " + options.servers() + " does not answer; check that it is running, the address with "
                        + "--bootstrap-servers, and whether it needs TLS or a login (--config)",
                late);
    }

    /** What was thrown while partitions were assigned or revoked, which Kafka wraps. */
    private RuntimeException unwrapped(KafkaException thrown) {
        if (thrown.getCause() instanceof AuthorizationException denied) {
            return denied(denied);
        } else if (thrown.getCause() instanceof RetriableException late) {
            return unanswered(late);
        }
        return thrown.getCause() instanceof RelayFailed failed ? failed : thrown;
    }

    private static RelayFailed denied(AuthorizationException why) {
        return new RelayFailed(Denied.toRelay(why), why);
    }

    /**
     * Returns after {@link #stop}, or with {@code isOnce} at the end of the topic. False after the clock was set back:
     * close this relay, whose retries may be due later than is intended, and open another one, which continues from the
     * last commit.
     */
    public boolean run() {
        guarded(loop::run);
        return !loop.isSetBack();
    }

    /** Whether a message is being retried. */
    public boolean isRetrying() {
        return loop.isRetrying();
    }

    /** Why it does not work at present: its group assigns no partitions, or accepts no commit. */
    public Optional<RelayStall> stall() {
        return loop.stall();
    }

    /** The partitions that this instance is to read. */
    public Set<TopicPartition> assigned() {
        return loop.assigned();
    }

    public void stop() {
        loop.stop();
    }

    @Override
    public void close() {
        try {
            consumer.close(CloseOptions.timeout(CLOSE_MAX));
        } finally {
            closeTarget.run();
        }
    }

    /** Shows messages instead of sending them. */
    record DrySender<M>(Consumer<M> shown) implements RelayLoop.Sender<M> {
        @Override
        public CompletableFuture<HttpPost.Result> send(M message) {
            shown.accept(message);
            return CompletableFuture.completedFuture(HttpPost.Result.NOTHING_TO_SEND);
        }

        @Override
        public void finished(Outbox.Outgoing<M> sent, HttpPost.Result result, Instant now) {}

        @Override
        public void abandoned() {}

        @Override
        public void settle() {}

        @Override
        public boolean isRetrying() {
            return false;
        }
    }

    /** Sends messages to a webhook; what cannot be delivered goes to the dead-letter topic. */
    static final class WebhookSender implements RelayLoop.Sender<AlertMessage>, Bursts.Unreadable {
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
}
