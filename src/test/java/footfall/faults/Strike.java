package footfall.faults;

import java.time.Duration;
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
        arrivals.run();
        long before = machines.turnBytes();
        stream.signal("-CONT");
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(PATIENCE)
                    .until(() -> machines.turnBytes() > before);
        } catch (ConditionTimeoutException nothing) {
            System.out.println("  " + stream.name() + " emitted nothing, and is killed");
        }
        stream.kill();
    }
}
