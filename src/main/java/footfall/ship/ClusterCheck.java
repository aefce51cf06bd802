package footfall.ship;

import footfall.wire.Channels;
import footfall.wire.Denied;
import footfall.wire.LoginProbe;
import footfall.wire.MissingTopics;
import footfall.wire.NoAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads the cluster ID, and checks that topics exist. */
final class ClusterCheck {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    /** Longer than the client waits, so that every outage is reported by the client and in the same words. */
    private static final long WAIT_MS = ANSWER_MAX.toMillis() + 1_000;

    private final Map<String, String> client;
    private final List<String> needed;
    private final List<String> topics;

    /** {@code topics}: {@code needed} ones, and others that are named too when one of those is denied or missing. */
    private ClusterCheck(Map<String, String> client, List<String> needed, List<String> topics) {
        this.client = Map.copyOf(client);
        this.needed = needed;
        this.topics = topics;
    }

    /** Of the topics for lines. A shipper sends them without that for reports. */
    static ClusterCheck ofLines(Map<String, String> client, String prefix) {
        var needed = List.of(Channels.LINES.topic(prefix), Channels.REJECTED.topic(prefix));
        return new ClusterCheck(client, needed, List.of(needed.get(0), needed.get(1), Channels.SHIPPERS.topic(prefix)));
    }

    /** Of one topic. */
    static ClusterCheck of(Map<String, String> client, String topic) {
        var topics = List.of(topic);
        return new ClusterCheck(client, topics, topics);
    }

    /**
     * One of both is null: the cluster ID, or why nothing can be sent. {@code isRefused}: the cluster answered, and
     * refuses the login, or a topic is missing or denied.
     */
    record Answer(String clusterId, String problem, boolean isRefused) {
        static Answer unknown(String problem) {
            return new Answer(null, problem, false);
        }

        static Answer refused(String problem) {
            return new Answer(null, problem, true);
        }
    }

    /** Throws {@link ShipperFailed} when the client's properties are invalid. */
    Answer check() throws InterruptedException {
        var config = new HashMap<String, Object>(client);
        config.put("default.api.timeout.ms", (int) ANSWER_MAX.toMillis());
        config.put("request.timeout.ms", (int) ANSWER_MAX.toMillis() - 1);
        try {
            var admin = Admin.create(config);
            try {
                return asked(admin);
            } finally {
                admin.close(Duration.ZERO);
            }
        } catch (KafkaException wrong) {
            if (NoAddress.isWhy(wrong)) {
                return Answer.unknown("cannot resolve the address of Kafka at " + servers() + "; check its "
                        + "spelling and this machine's network");
            }
            throw ShipperFailed.withoutClient(wrong);
        }
    }

    private Answer asked(Admin admin) throws InterruptedException {
        try {
            var id = admin.describeCluster().clusterId().get(WAIT_MS, TimeUnit.MILLISECONDS);
            return asked(admin, id);
        } catch (ExecutionException | TimeoutException why) {
            if (LoginProbe.isLoginMissing(client)) {
                return Answer.refused("Kafka at " + servers() + " " + LoginProbe.WAY_OUT);
            }
            var cause = why.getCause() == null ? why : why.getCause();
            if (cause instanceof AuthorizationException denied) {
                return Answer.refused(Denied.toWriter(denied));
            } else if (cause instanceof AuthenticationException refused) {
                return Answer.refused("Kafka at " + servers() + " refused the login: " + refused.getMessage()
                        + "; check security.protocol, sasl.* and ssl.* in the file of --config");
            }
            var said = cause.getMessage() == null ? "in time" : "(" + cause.getMessage() + ")";
            return Answer.unknown("no answer from Kafka at " + servers() + " " + said);
        }
    }

    /** All topics at once, so that an administrator is asked once. */
    private Answer asked(Admin admin, String id) throws InterruptedException, ExecutionException, TimeoutException {
        var missing = new TreeSet<String>();
        var denied = new TreeSet<String>();
        for (var topic : admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                topic.getValue().get(WAIT_MS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException why) {
                if (why.getCause() instanceof TopicAuthorizationException) {
                    denied.add(topic.getKey());
                } else if (why.getCause() instanceof UnknownTopicOrPartitionException) {
                    missing.add(topic.getKey());
                } else {
                    throw why;
                }
            }
        }
        if (needed.stream().anyMatch(denied::contains)) {
            return Answer.refused(Denied.toWriter(new TopicAuthorizationException(denied)));
        } else if (needed.stream().anyMatch(missing::contains)) {
            return Answer.refused("Kafka at " + servers() + " has no topic " + String.join(", ", missing) + "; "
                    + MissingTopics.REMEDY);
        }
        return new Answer(id, null, false);
    }

    private String servers() {
        return client.get("bootstrap.servers");
    }
}
