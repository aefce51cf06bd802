package footfall.ship;

import footfall.wire.Denied;
import footfall.wire.LoginProbe;
import footfall.wire.MissingTopics;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;

/** A request to processors could not be sent, or its effect not be read. The message says which, and what to do. */
public final class ControlFailed extends RuntimeException {
    private ControlFailed(String message, Throwable cause) {
        super(message, cause);
    }

    static ControlFailed topicMissing(Map<String, String> client, String topic) {
        return new ControlFailed(kafka(client) + " has no topic " + topic + "; " + MissingTopics.REMEDY, null);
    }

    static ControlFailed invalid(Map<String, String> client, KafkaException why) {
        var reason = why.getCause() == null ? why : why.getCause();
        return new ControlFailed(
                "cannot create a client for " + kafka(client) + ": " + reason.getMessage()
                        + "; check --bootstrap-servers and the file given with --config",
                why);
    }

    static ControlFailed unsent(Map<String, String> client, Throwable why) {
        var reason = why instanceof AuthorizationException denied ? Denied.toWriter(denied) : reason(client, why);
        return new ControlFailed(reason, why);
    }

    /** {@code isSent}: the request was sent already; {@code elseDo}: what to do if it was not, beside the reason. */
    static ControlFailed unread(Map<String, String> client, Throwable why, boolean isSent, String elseDo) {
        var reason = why instanceof AuthorizationException denied ? Denied.toReader(denied) : reason(client, why);
        return new ControlFailed(
                (isSent ? "the request was sent, but its effect cannot be read: " : "")
                        + reason
                        + (isSent ? "" : elseDo),
                why);
    }

    private static String reason(Map<String, String> client, Throwable why) {
        if (why instanceof TimeoutException) {
            return LoginProbe.isLoginMissing(client)
                    ? kafka(client) + " " + LoginProbe.WAY_OUT
                    : kafka(client) + " did not answer in time; check that it is running, --bootstrap-servers, and"
                            + " security.protocol in the file given with --config";
        } else if (why instanceof AuthenticationException) {
            return "authentication with " + kafka(client) + " failed: " + why.getMessage()
                    + "; check security.protocol, sasl.* and ssl.* in the file given with --config";
        } else if (why instanceof ConfigException) {
            return "invalid client property: " + why.getMessage() + "; check the file given with --config";
        }
        return kafka(client) + " refused: " + why.getMessage() + "; try again";
    }

    private static String kafka(Map<String, String> client) {
        return "Kafka at " + client.get("bootstrap.servers");
    }
}
