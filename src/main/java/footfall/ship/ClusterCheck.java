package footfall.ship;

import footfall.wire.Channels;
import footfall.wire.Denied;
import footfall.wire.LoginProbe;
import footfall.wire.MissingTopics;
import footfall.wire.NoAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads the cluster ID, and checks that topics exist. */
final class ClusterCheck {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    /** Longer than the client waits, so that every outage is reported by the client and in the same words. */
    private static final long WAIT_MS = ANSWER_MAX.toMillis() + 1_000;

    private final Map<String, String> client;
    private final List<String> topics;

    private ClusterCheck(Map<String, String> client, List<String> topics) {
        this.client = Map.copyOf(client);
        this.topics = topics;
    }

    /** Of the topics for lines. */
    static ClusterCheck ofLines(Map<String, String> client, String prefix) {
        return new ClusterCheck(client, List.of(Channels.LINES.topic(prefix), Channels.REJECTED.topic(prefix)));
    }

    /** Of the topic for reports. */
    static ClusterCheck ofReports(Map<String, String> client, String prefix) {
        return new ClusterCheck(client, List.of(Channels.SHIPPERS.topic(prefix)));
    }

    /**
     * One of both is null: the cluster ID, or why nothing can be sent. {@code isRefused}: the cluster answered, and a
     * topic is missing or denied.
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
            var missing = missing(admin);
            return missing.isEmpty()
                    ? new Answer(id, null, false)
                    : Answer.refused("Kafka at " + servers() + " has no topic " + String.join(", ", missing) + "; "
                            + MissingTopics.REMEDY);
        } catch (ExecutionException | TimeoutException why) {
            if (LoginProbe.isLoginMissing(client)) {
                return Answer.unknown("Kafka at " + servers() + " " + LoginProbe.WAY_OUT);
            }
            var cause = why.getCause() == null ? why : why.getCause();
            if (cause instanceof AuthorizationException denied) {
                return Answer.refused(Denied.toWriter(denied));
            }
            var said = cause.getMessage() == null ? "in time" : "(" + cause.getMessage() + ")";
            return Answer.unknown("no answer from Kafka at " + servers() + " " + said);
        }
    }

    private List<String> missing(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
        var missing = new ArrayList<String>();
        for (var topic : admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                topic.getValue().get(WAIT_MS, TimeUnit.MILLISECONDS);
            } catch (ExecutionException why) {
                if (why.getCause() instanceof TopicAuthorizationException) {
                    // Kafka's error does not name the topic.
                    throw new ExecutionException(new TopicAuthorizationException(Set.of(topic.getKey())));
                } else if (!(why.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw why;
                }
                missing.add(topic.getKey());
            }
        }
        return missing;
    }

    private String servers() {
        return client.get("bootstrap.servers");
    }
}
