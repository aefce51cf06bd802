package footfall.topology;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Signals the end of input: all timers become due once a partition is processed to its end. For a one-shot
 * run. Thread-safe.
 */
public final class DrainSignal {
    private final boolean isExpected;
    private final Set<Integer> drained = ConcurrentHashMap.newKeySet();
    private volatile Map<Integer, Long> ends = Map.of();

    /** A signal that may be requested at any time. */
    public DrainSignal() {
        this(true);
    }

    private DrainSignal(boolean isExpected) {
        this.isExpected = isExpected;
    }

    /** A signal for a continuous run, which is never requested. */
    public static DrainSignal never() {
        return new DrainSignal(false);
    }

    boolean isExpected() {
        return isExpected;
    }

    /**
     * Requests the drain. {@code ends}: the end offsets by partition.
     *
     * @throws IllegalStateException in a continuous run
     */
    public void request(Map<Integer, Long> ends) {
        if (!isExpected) {
            throw new IllegalStateException("this run does not drain");
        }
        this.ends = Map.copyOf(ends);
    }

    boolean isRequested() {
        return !ends.isEmpty();
    }

    /** Whether every partition has emitted everything. */
    public boolean isDone() {
        return !ends.isEmpty() && drained.containsAll(ends.keySet());
    }

    /** Whether the partition can be drained now that {@code next} is its first unprocessed offset. */
    boolean isDue(int partition, long next) {
        var end = ends.get(partition);
        return end != null && next >= end && !drained.contains(partition);
    }

    boolean isRequested(int partition) {
        return ends.containsKey(partition) && !drained.contains(partition);
    }

    void done(int partition) {
        drained.add(partition);
    }
}
