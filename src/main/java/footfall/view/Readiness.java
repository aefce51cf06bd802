package footfall.view;

import java.util.List;

/**
 * Whether answers are complete, or what they wait for. {@code left}: records to restore or lines to process;
 * {@code UNKNOWN} until reported.
 */
public record Readiness(State state, long left) {
    public static final long UNKNOWN = Progress.UNKNOWN;
    public static final Readiness CURRENT = new Readiness(State.CURRENT, 0);

    /** The readiness of running partitions. */
    public static Readiness of(List<Progress> partitions) {
        long left = partitions.stream().mapToLong(one -> Math.max(0, one.lag())).sum();
        if (left > 0) {
            return new Readiness(State.CATCHING_UP, left);
        }
        boolean isKnown = partitions.stream().noneMatch(one -> one.lag() == Progress.UNKNOWN);
        return isKnown ? CURRENT : new Readiness(State.CATCHING_UP, UNKNOWN);
    }

    /** While other partitions are being assigned; the running ones may already process lines. */
    public static Readiness ofSome(List<Progress> partitions) {
        var known = of(partitions);
        return known.left > 0 ? known : new Readiness(State.STARTING, UNKNOWN);
    }

    /**
     * {@code STARTING}: partitions are being assigned. {@code RESTORING}: stores are being restored.
     * {@code CATCHING_UP}: there is lag, or it is unknown. {@code STOPPED}: processing has ended.
     */
    public enum State {
        STARTING,
        RESTORING,
        CATCHING_UP,
        CURRENT,
        STOPPED
    }

    /**
     * Progress of a partition of the topic {@code lines}: lines processed since its task started here, and the
     * lag; {@code UNKNOWN} until the broker reported it.
     */
    public record Progress(int partition, long processed, long lag) {
        public static final long UNKNOWN = -1;
    }
}
