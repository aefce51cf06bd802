package footfall.broker;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TimeoutException;

/** Topics could not be created or looked at; the message names the cluster or the topic, and what to do. */
public final class TopicsFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TopicsFailed(String message, Throwable cause) {
    super(message, cause);
  }

  static TopicsFailed because(String servers, String doing, Throwable cause) {
    var reason = ": " + cause.getMessage();
    if (cause instanceof TimeoutException) {
      return new TopicsFailed("no answer in time from Kafka at " + servers + " to " + doing + "; start it, "
          + "name another with --bootstrap-servers, or give the security.protocol it expects with --config",
          cause);
    }
    if (cause instanceof AuthenticationException) {
      return new TopicsFailed("Kafka at " + servers + " and this client do not accept each other" + reason
          + "; check security.protocol, sasl.* and ssl.* in the file given with --config", cause);
    }
    if (cause instanceof AuthorizationException) {
      return new TopicsFailed("Kafka at " + servers + " does not allow this user to " + doing + reason
          + "; ask its administrator for Create, Describe and DescribeConfigs on these topics", cause);
    }
    if (areBrokersFenced(cause)) {
      return new TopicsFailed("Kafka at " + servers + " cannot " + doing + reason + " They have missed their "
          + "heartbeats: check that the brokers are running and not overloaded, then run it again", cause);
    }
    return new TopicsFailed("Kafka at " + servers + " refuses to " + doing + reason, cause);
  }

  /** No broker can hold a new topic at this moment. Kafka has no error of its own for it. */
  public static boolean areBrokersFenced(Throwable why) {
    return why instanceof InvalidReplicationFactorException && why.getMessage().contains("fenced");
  }

  boolean areBrokersFenced() {
    return areBrokersFenced(getCause());
  }

  /** The same for someone whose broker is in this process: there is no address to check. */
  public TopicsFailed onEmbeddedBroker() {
    return getCause() instanceof TimeoutException || areBrokersFenced()
        ? new TopicsFailed("the embedded broker did not answer in time; the machine may be overloaded or its "
            + "disk too slow: start again when it is less busy", getCause())
        : this;
  }

  static TopicsFailed settings(String servers, Throwable cause) {
    var reason = cause.getCause() == null ? cause : cause.getCause();
    return new TopicsFailed("no client for Kafka at " + servers + ": " + reason.getMessage()
        + "; check --bootstrap-servers and the file given with --config", cause);
  }

  static TopicsFailed partitions(List<Difference> differences) {
    var counts = differences.stream()
        .map(one -> one.topic() + " has " + one.actual() + " partitions, not " + one.expected())
        .collect(Collectors.joining("; "));
    return new TopicsFailed(counts + ". The count of an existing topic is never changed, as its keys would "
        + "move to other partitions: choose a new topic prefix and replay into it. Nothing was created.",
        null);
  }

  static TopicsFailed leaderless(List<String> topics, Duration timeout) {
    return new TopicsFailed("no leader for every partition after " + timeout.toSeconds() + " s: "
        + String.join(", ", topics) + "; see whether all brokers are up, then run it again", null);
  }

  static TopicsFailed interrupted(String doing) {
    return new TopicsFailed("interrupted before it could " + doing, null);
  }
}
