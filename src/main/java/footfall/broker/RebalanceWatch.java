package footfall.broker;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.utils.Time;

/**
 * Ends rebalances that wait for a member that is gone. If the machine is suspended while a stream thread ends,
 * its request to leave the group can be lost; all other members then wait for it until its session times out.
 * For a process that is the only one of its group: all members are removed, and the living ones join again.
 * Checks only in the minutes after the start and after a suspend.
 */
public final class RebalanceWatch implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** By so much later than asked, a pause ends after a suspend. */
    private static final long LATE_MS = 5_000;

    private static final int CHECKS = 60;
    private static final int CHECKS_IN_A_ROW = 3;

    private final Map<String, String> client;
    private final String group;
    private final Duration pause;
    private final Thread thread;
    private volatile boolean isClosed;
    private int checksLeft = CHECKS;
    private int rebalancing;

    private RebalanceWatch(Map<String, String> client, String group, Duration pause) {
        this.client = client;
        this.group = group;
        this.pause = pause;
        this.thread = new Thread(this::run, "footfall-rebalances");
        thread.setDaemon(true);
    }

    public static RebalanceWatch start(Map<String, String> client, String group) {
        return start(client, group, PAUSE);
    }

    static RebalanceWatch start(Map<String, String> client, String group, Duration pause) {
        var watch = new RebalanceWatch(client, group, pause);
        watch.thread.start();
        return watch;
    }

    private void run() {
        while (!isClosed) {
            long before = Time.SYSTEM.milliseconds();
            Time.SYSTEM.sleep(pause.toMillis());
            if (Math.abs(Time.SYSTEM.milliseconds() - before) > pause.toMillis() + LATE_MS) {
                checksLeft = CHECKS;
            }
            if (checksLeft > 0) {
                checksLeft--;
                check();
            }
        }
    }

    private void check() {
        rebalancing = GroupMembers.isRebalancing(client, group, ANSWER_MAX) ? rebalancing + 1 : 0;
        if (rebalancing == CHECKS_IN_A_ROW) {
            GroupMembers.remove(client, group, ANSWER_MAX);
            rebalancing = 0;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
