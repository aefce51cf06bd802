package footfall.broker;

import footfall.wire.LoginProbe;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * An admin client of any Kafka cluster: each request ends within the timeout, with an answer or a reason.
 * Time while the machine is suspended does not count.
 */
final class Cluster implements AutoCloseable {
    private static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
    private static final int REQUEST_TIMEOUT_MS_MAX = 10_000;

    private final Map<String, String> client;
    private final String servers;
    private final Duration timeout;
    private final Admin admin;

    private Cluster(Map<String, String> client, String servers, Duration timeout, Admin admin) {
        this.client = Map.copyOf(client);
        this.servers = servers;
        this.timeout = timeout;
        this.admin = admin;
    }

    static Cluster of(Map<String, String> client, Duration timeout) {
        var servers = client.getOrDefault(BOOTSTRAP_SERVERS, "(no bootstrap.servers given)");
        var timeoutMs = Math.toIntExact(timeout.toMillis());
        var properties = new HashMap<String, Object>(client);
        // Kafka's own timeout includes suspended time, so the caller enforces the timeout.
        properties.put("default.api.timeout.ms", Integer.toString(Integer.MAX_VALUE));
        properties.put("request.timeout.ms", Integer.toString(Math.min(timeoutMs, REQUEST_TIMEOUT_MS_MAX)));
        try {
            return new Cluster(client, servers, timeout, Admin.create(properties));
        } catch (KafkaException e) {
            throw TopicsFailed.settings(servers, e);
        }
    }

    Admin admin() {
        return admin;
    }

    Duration timeout() {
        return timeout;
    }

    /** The answer, or a failure; {@code doing} completes "cannot". */
    <T> T answer(KafkaFuture<T> question, String doing) {
        try {
            return awaited(question);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException && LoginProbe.isLoginMissing(client)) {
                throw TopicsFailed.loginMissing(servers, e.getCause());
            }
            throw TopicsFailed.because(servers, doing, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TopicsFailed.interrupted(doing);
        }
    }

    /** As {@link #answer}, but empty when the cluster answers with this error. */
    <T> Optional<T> answerUnless(Class<? extends Throwable> error, KafkaFuture<T> question, String doing) {
        try {
            return Optional.of(answer(question, doing));
        } catch (TopicsFailed e) {
            if (error.isInstance(e.getCause())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private <T> T awaited(KafkaFuture<T> question) throws ExecutionException, InterruptedException {
        try {
            return AwakeTime.of(timeout).await(question);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new ExecutionException(new TimeoutException("no answer within " + timeout.toMillis() + " ms", e));
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO); // Whether the request completed or was cancelled.
    }
}
