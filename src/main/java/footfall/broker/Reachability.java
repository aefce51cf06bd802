package footfall.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.common.utils.Time;

/**
 * Checks every second, on its own thread, whether a cluster is reachable; changes are visible within 5 s. Every 5 s it
 * asks the leaders of partitions too: a cluster that lost its controllers answers, and reports what was before.
 */
public final class Reachability implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(3);
    private static final long PAUSE_MS = 1_000;
    private static final long LEADERS_MS = 5_000;

    private final Supplier<Set<TopicPartition>> read;
    private final Map<String, Object> config;
    private final Thread thread;
    private volatile State state = State.REACHABLE;
    private volatile Leaderless leaderless;
    private long leadersAt;
    private volatile boolean isClosed;

    /** So many partitions have had no leader that answers, since. */
    public record Leaderless(int partitions, Instant since) {}

    /** {@code RESTORED}: reachable again after an outage. */
    public enum State {
        REACHABLE,
        UNREACHABLE,
        RESTORED
    }

    private Reachability(Map<String, String> client, Supplier<Set<TopicPartition>> read) {
        this.read = read;
        this.config = new HashMap<>(client);
        config.put("request.timeout.ms", Long.toString(ANSWER_MAX.toMillis()));
        config.put("default.api.timeout.ms", Long.toString(ANSWER_MAX.toMillis()));
        this.thread = new Thread(this::run, "footfall-reachability");
        thread.setDaemon(true);
    }

    /** {@code client}: properties of an admin client. */
    public static Reachability watch(Map<String, String> client) {
        return watch(client, Set::of);
    }

    /** Asks the leaders of these partitions too. */
    public static Reachability watch(Map<String, String> client, Supplier<Set<TopicPartition>> read) {
        var reachability = new Reachability(client, read);
        reachability.thread.start();
        return reachability;
    }

    public State state() {
        return state;
    }

    /** Empty in the first seconds, in which a leader is elected. */
    public Optional<Leaderless> leaderless() {
        return Optional.ofNullable(leaderless)
                .filter(one -> !one.since.isAfter(MachineClock.at(Time.SYSTEM.milliseconds() - LEADERS_MS)));
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
                askLeaders(admin);
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

    private void askLeaders(Admin admin) throws InterruptedException {
        long now = Time.SYSTEM.milliseconds();
        if (now - leadersAt < LEADERS_MS) {
            return;
        }
        leadersAt = now;
        var before = leaderless;
        int silent = silent(admin, read.get());
        var since = before == null ? MachineClock.at(now) : before.since;
        leaderless = silent == 0 ? null : new Leaderless(silent, since);
    }

    /** The number of partitions whose leader does not answer. */
    private static int silent(Admin admin, Set<TopicPartition> partitions) throws InterruptedException {
        var ends = admin.listOffsets(
                partitions.stream().collect(Collectors.toMap(one -> one, one -> OffsetSpec.latest())));
        int silent = 0;
        for (var partition : partitions) {
            try {
                ends.partitionResult(partition).get(2 * ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException late) {
                silent++;
            } catch (ExecutionException why) {
                silent += why.getCause() instanceof RetriableException ? 1 : 0;
            }
        }
        return silent;
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
