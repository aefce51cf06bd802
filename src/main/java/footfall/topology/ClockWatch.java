package footfall.topology;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Time;

/**
 * Detects that the clock was set back. Kafka's clients measure waits by the clock: a client created before a
 * step of two days back neither polls nor sends heartbeats for two days.
 */
public final class ClockWatch implements AutoCloseable {
    /** A smaller step, or one of up to {@link #CHECK_MS} more, only extends one wait by its size. */
    static final long STEP_MS = 1_000;

    private static final long CHECK_MS = 1_000;

    private final LongSupplier clock;
    private final List<Runnable> setBack = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean isClosed;
    private long latest;

    ClockWatch(LongSupplier clock, Runnable setBack) {
        this.clock = clock;
        this.setBack.add(setBack);
        this.latest = clock.getAsLong();
        this.thread = new Thread(this::run, "footfall-clock");
        thread.setDaemon(true);
    }

    /** {@code setBack} runs on its own thread after each step back. */
    public static ClockWatch start(LongSupplier clock, Runnable setBack) {
        var watch = new ClockWatch(clock, setBack);
        watch.thread.start();
        return watch;
    }

    /** Runs after each step back, too. */
    void also(Runnable more) {
        setBack.add(more);
    }

    private void run() {
        while (!isClosed) {
            Time.SYSTEM.sleep(CHECK_MS);
            check();
        }
    }

    void check() {
        long now = clock.getAsLong();
        boolean isSetBack = now < latest - STEP_MS;
        if (isSetBack) {
            try {
                setBack.forEach(Runnable::run);
            } catch (KafkaException noClient) {
                return; // No address can be resolved: tried again at the next check.
            }
        }
        latest = isSetBack ? now : Math.max(now, latest);
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
