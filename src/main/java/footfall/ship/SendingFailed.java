package footfall.ship;

import footfall.wire.Denied;
import footfall.wire.MissingTopics;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Sending failed permanently. The cause is Kafka's exception, which does not quote a record. */
public final class SendingFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    SendingFailed(Exception cause) {
        super(
                cause instanceof AuthorizationException denied
                        ? Denied.toWriter(denied)
                        : "the broker rejected a line: " + cause.getClass().getSimpleName() + ": " + cause.getMessage()
                                + "; " + wayOut(cause),
                cause);
    }

    private static String wayOut(Exception cause) {
        if (cause instanceof AuthenticationException) {
            return "check user, password and certificates in --config";
        } else if (cause instanceof UnknownTopicOrPartitionException) {
            return MissingTopics.REMEDY;
        }
        return "start it again; it continues after the last acknowledged line; if this repeats, report the message";
    }
}
