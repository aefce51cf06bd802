package footfall.broker;

import footfall.wire.LoginProbe;
import footfall.wire.NoAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;

/** Topics could not be created or described; the message names the cluster or the topic, and what to do. */
public final class TopicsFailed extends RuntimeException {
    private final boolean isLoginMissing;

    private TopicsFailed(String message, Throwable cause) {
        this(message, cause, false);
    }

    private TopicsFailed(String message, Throwable cause, boolean isLoginMissing) {
        super(message, cause);
        this.isLoginMissing = isLoginMissing;
    }

    static TopicsFailed because(String servers, String doing, Throwable cause) {
        var reason = ": " + cause.getMessage();
        if (cause instanceof TimeoutException) {
            return new TopicsFailed(
                    "cannot " + doing + ": Kafka at " + servers
                            + " did not answer in time; check that it is "
                            + "running, --bootstrap-servers, and security.protocol in the file given with --config",
                    cause);
        }
        if (cause instanceof AuthenticationException) {
            return new TopicsFailed(
                    "authentication with Kafka at " + servers + " failed" + reason
                            + "; check security.protocol, sasl.* and ssl.* in the file given with --config; footfall"
                            + " client-properties prints those of a running up",
                    cause);
        }
        if (cause instanceof AuthorizationException) {
            return new TopicsFailed(
                    "Kafka at " + servers + " denies this user permission to " + doing + reason
                            + "; ask its administrator for " + rights(doing) + " on these topics",
                    cause);
        }
        if (areBrokersFenced(cause)) {
            return new TopicsFailed(
                    "Kafka at " + servers + " cannot " + doing + reason
                            + " The brokers missed their "
                            + "heartbeats: check that they are running and not overloaded, then try again",
                    cause);
        }
        return new TopicsFailed("Kafka at " + servers + " refused to " + doing + reason, cause);
    }

    /** What is read never needs more than to read. */
    private static String rights(String doing) {
        return doing.startsWith("create ")
                ? "Create, Describe and DescribeConfigs"
                : doing.startsWith("set ") ? "AlterConfigs" : "Describe and DescribeConfigs";
    }

    /** Whether a right is missing. */
    public boolean isDenied() {
        return getCause() instanceof AuthorizationException;
    }

    /** Whether the cluster answered, and refuses the login or denies a right. */
    public boolean isRefused() {
        return isLoginMissing || isDenied() || getCause() instanceof AuthenticationException;
    }

    /** Whether no broker can host a new topic now. Kafka has no separate error for this. */
    public static boolean areBrokersFenced(Throwable why) {
        return why instanceof InvalidReplicationFactorException
                && why.getMessage().contains("fenced");
    }

    /** Whether the cluster may answer later: brokers are away, starting or electing leaders. */
    public boolean isUnanswered() {
        return !isLoginMissing
                && (getCause() instanceof RetriableException || areBrokersFenced() || NoAddress.isWhy(getCause()));
    }

    boolean areBrokersFenced() {
        return areBrokersFenced(getCause());
    }

    /** The same for the embedded broker, which has no address to check. */
    public TopicsFailed onEmbeddedBroker() {
        return getCause() instanceof TimeoutException || areBrokersFenced()
                ? new TopicsFailed(
                        "the embedded broker did not answer in time; the machine may be overloaded or its "
                                + "disk too slow: start again when it is less busy",
                        getCause())
                : this;
    }

    static TopicsFailed loginMissing(String servers, Throwable cause) {
        return new TopicsFailed("Kafka at " + servers + " " + LoginProbe.WAY_OUT, cause, true);
    }

    static TopicsFailed settings(String servers, Throwable cause) {
        var reason = cause;
        while (reason.getCause() != null && reason.getMessage().startsWith("Failed to create new ")) {
            reason = reason.getCause();
        }
        return new TopicsFailed(
                "cannot create a client for Kafka at " + servers + ": " + reason.getMessage()
                        + "; check --bootstrap-servers and the file given with --config",
                cause);
    }

    static TopicsFailed partitions(List<TopicSpec.Difference> differences) {
        var counts = differences.stream()
                .map(one -> one.topic() + " has " + one.actual() + " partitions; expected " + one.expected())
                .collect(Collectors.joining("; "));
        return new TopicsFailed(
                counts
                        + ". footfall never changes the partition count of an existing topic, because its keys "
                        + "would move to other partitions: choose a new topic_prefix and replay into it."
                        + " Nothing was created.",
                null);
    }

    static TopicsFailed leaderless(List<String> topics, Duration timeout) {
        return new TopicsFailed(
                "some partitions have no leader after " + timeout.toSeconds() + " s: " + String.join(", ", topics)
                        + "; check that all brokers are running, then try again",
                null);
    }

    static TopicsFailed interrupted(String doing) {
        return new TopicsFailed("interrupted: did not " + doing, null);
    }
}
