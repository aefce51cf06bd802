package footfall.broker;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/**
 * Ends rebalances that wait for a member that is gone. If the machine is suspended while a stream thread ends,
 * its request to leave the group can be lost; all other members then wait for it until its session times out.
 * For a process that is the only one of its group: all members are removed, and the living ones join again.
 * Checks only in the minutes after the start and after a suspend, each time with one client.
 */
public final class RebalanceWatch implements AutoCloseable {
    static final int CHECKS = 60;

    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** After a suspend, a pause ends by so much later. A slow check may as well; then checks begin anew. */
    private static final long LATE_MS = 5_000;

    private static final int CHECKS_IN_A_ROW = 3;

    private final Supplier<WatchedGroup> group;
    private final long pauseMs;
    private final LongSupplier clock;
    private final LongConsumer sleep;
    private final Thread thread = new Thread(this::run, "footfall-rebalances");
    private volatile boolean isClosed;
    private long pauseEnded;

    /** {@code group}: opens a client; {@code clock} and {@code sleep} use milliseconds. */
    RebalanceWatch(Supplier<WatchedGroup> group, Duration pause, LongSupplier clock, LongConsumer sleep) {
        this.group = group;
        this.pauseMs = pause.toMillis();
        this.clock = clock;
        this.sleep = sleep;
        this.pauseEnded = clock.getAsLong();
        thread.setDaemon(true);
    }

    public static RebalanceWatch start(Map<String, String> client, String group) {
        return start(client, group, PAUSE);
    }

    static RebalanceWatch start(Map<String, String> client, String group, Duration pause) {
        var watch = new RebalanceWatch(
                () -> GroupMembers.of(client, group, ANSWER_MAX), pause, Time.SYSTEM::milliseconds, Time.SYSTEM::sleep);
        watch.thread.start();
        return watch;
    }

    void run() {
        boolean isDue = true;
        while (!isClosed) {
            isDue = isDue ? isSuspendedWhileChecking() : isSuspendedInPause();
        }
    }

    private boolean isSuspendedWhileChecking() {
        try (var members = group.get()) {
            int rebalancing = 0;
            for (int check = 0; check < CHECKS && !isClosed; check++) {
                if (isSuspendedInPause()) {
                    return true;
                }
                rebalancing = members.isRebalancing() ? rebalancing + 1 : 0;
                if (rebalancing == CHECKS_IN_A_ROW) {
                    members.remove();
                    rebalancing = 0;
                }
            }
            return false;
        }
    }

    /** Or since the pause before: the machine may be suspended during a check as well. */
    private boolean isSuspendedInPause() {
        sleep.accept(pauseMs);
        long now = clock.getAsLong();
        boolean isLate = Math.abs(now - pauseEnded) > pauseMs + LATE_MS;
        pauseEnded = now;
        return isLate;
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
