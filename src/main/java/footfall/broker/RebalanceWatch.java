package footfall.broker;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.utils.Time;

/**
 * Ends rebalances that wait for a member that is gone. If the machine is suspended while a stream thread ends,
 * its request to leave the group can be lost; all other members then wait for it until its session times out. No
 * upstream issue found. For a process that is the only one of its group: all members are removed, and the living ones
 * join again.
 */
public final class RebalanceWatch implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int CHECKS_IN_A_ROW = 3;

    private final GroupMembers members;
    private final Thread thread;
    private volatile boolean isClosed;

    private RebalanceWatch(GroupMembers members, Duration pause) {
        this.members = members;
        this.thread = new Thread(() -> run(pause.toMillis()), "footfall-rebalances");
        thread.setDaemon(true);
    }

    public static RebalanceWatch start(Map<String, String> client, String group) {
        return start(client, group, PAUSE);
    }

    static RebalanceWatch start(Map<String, String> client, String group, Duration pause) {
        var watch = new RebalanceWatch(GroupMembers.of(client, group, ANSWER_MAX), pause);
        watch.thread.start();
        return watch;
    }

    private void run(long pauseMs) {
        try (members) {
            int rebalancing = 0;
            while (!isClosed) {
                rebalancing = members.isRebalancing() ? rebalancing + 1 : 0;
                if (rebalancing == CHECKS_IN_A_ROW) {
                    members.remove();
                    rebalancing = 0;
                }
                Time.SYSTEM.sleep(pauseMs);
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
    }
}
