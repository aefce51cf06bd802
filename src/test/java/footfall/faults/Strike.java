package footfall.faults;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Kills a processor after it has emitted a turn and before it commits. Lines that are older than a second when it reads
 * them are committed together, later than those of now; so it sleeps while they arrive.
 */
final class Strike {
    static final long ASLEEP_MS = 1_500;

    /** Nothing is emitted while another fault is in progress. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Strike() {}

    /** {@code arrivals}: what happens while it sleeps. */
    static void on(Machine stream, Machines machines, World.Action arrivals) throws Exception {
        stream.signal("-STOP");
        var asleep = machines.turnBytes();
        arrivals.run();
        var before = machines.turnBytes();
        stream.signal("-CONT");
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(PATIENCE)
                    .until(() -> hasGrown(asleep, before, machines.turnBytes()));
        } catch (ConditionTimeoutException nothing) {
            System.out.println("  " + stream.name() + " emitted nothing, and is killed");
        }
        stream.killRunning();
    }

    /** Whether a partition has grown that stood still meanwhile: others are written by other processors. */
    private static boolean hasGrown(List<Long> asleep, List<Long> before, List<Long> now) {
        return IntStream.range(0, now.size())
                .anyMatch(i -> asleep.get(i).equals(before.get(i)) && now.get(i) > before.get(i));
    }
}
