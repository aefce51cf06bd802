package footfall.relay;

import footfall.wire.Denied;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** A relay cannot continue; the message names the cause and the remedy. */
public final class RelayFailed extends RuntimeException {
    private final boolean isOutage;

    RelayFailed(String message, Throwable cause) {
        this(message, cause, false);
    }

    private RelayFailed(String message, Throwable cause, boolean isOutage) {
        super(message, cause);
        this.isOutage = isOutage;
    }

    /** The cluster does not answer. */
    static RelayFailed unanswered(String message, KafkaException why) {
        return new RelayFailed(message, why, true);
    }

    /** Whether the cluster does not answer, which waiting can mend. */
    public boolean isOutage() {
        return isOutage;
    }

    /** A topic could not be written; {@code effect}: what that means for the next start. */
    static RelayFailed unwritten(String topic, Exception why, String effect) {
        if (why instanceof ClusterAuthorizationException) {
            // Kafka refuses an idempotent producer to a user who may write to no topic.
            return new RelayFailed(Denied.toRelay(new TopicAuthorizationException(Set.of(topic))), why);
        }
        return new RelayFailed(
                why instanceof AuthorizationException denied
                        ? Denied.toRelay(denied)
                        : "cannot write to the topic " + topic + ": " + why.getMessage() + "; " + effect,
                why,
                why instanceof RetriableException);
    }
}
