package footfall.broker;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.utils.Time;

/**
 * Checks every second, on its own thread, whether a cluster is reachable; changes are visible within 5 s.
 */
public final class Reachability implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(3);
    private static final long PAUSE_MS = 1_000;

    private final Map<String, Object> config;
    private final Thread thread;
    private volatile State state = State.REACHABLE;
    private volatile boolean isClosed;

    /** {@code RESTORED}: reachable again after an outage. */
    public enum State {
        REACHABLE,
        UNREACHABLE,
        RESTORED
    }

    private Reachability(Map<String, String> client) {
        this.config = new HashMap<>(client);
        config.put("request.timeout.ms", Long.toString(ANSWER_MAX.toMillis()));
        config.put("default.api.timeout.ms", Long.toString(ANSWER_MAX.toMillis()));
        this.thread = new Thread(this::run, "footfall-reachability");
        thread.setDaemon(true);
    }

    /** {@code client}: properties of an admin client. */
    public static Reachability watch(Map<String, String> client) {
        var reachability = new Reachability(client);
        reachability.thread.start();
        return reachability;
    }

    public State state() {
        return state;
    }

    private void run() {
        while (!isClosed) {
            try {
                watchWithOneClient();
                state = State.UNREACHABLE;
            } catch (KafkaException noClient) {
                // No address can be resolved: the names of containers disappear with them.
                state = State.UNREACHABLE;
                Time.SYSTEM.sleep(PAUSE_MS);
            } catch (InterruptedException closing) {
                return;
            }
        }
    }

    /** A client that lost its cluster is replaced: names may have other addresses since. */
    private void watchWithOneClient() throws InterruptedException {
        var admin = Admin.create(config);
        try {
            while (!isClosed && answers(admin)) {
                state = state == State.REACHABLE ? state : State.RESTORED;
                Time.SYSTEM.sleep(PAUSE_MS);
            }
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static boolean answers(Admin admin) throws InterruptedException {
        try {
            admin.describeCluster().clusterId().get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException why) {
            return !(why.getCause() instanceof RetriableException);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
