package footfall.topology;

/**
 * When a stream thread may ask for its next commit: its commits take at most a third of its time. A commit takes 8 ms
 * at rest, and 100 ms where brokers or the machine are busy; asked for after each line, it then leaves no time for
 * lines. A single one that is slow delays nothing: the fastest of the last three counts. What is not asked for is
 * committed with the commit interval. All times are in nanoseconds; thread-safe for one writer.
 */
final class CommitPace {
    private long beganAt;
    private boolean hasBegun;
    private long last;
    private long lastButOne;
    private volatile long nextAt = Long.MIN_VALUE;

    /** The first of several calls begins the commit. */
    void begin(long now) {
        beganAt = hasBegun ? beganAt : now;
        hasBegun = true;
    }

    void end(long now) {
        long took = now - beganAt;
        nextAt = now + 2 * Math.min(took, Math.min(last, lastButOne));
        lastButOne = last;
        last = took;
        hasBegun = false;
    }

    /** A transaction begins; the one before may have been aborted. */
    void cancel() {
        hasBegun = false;
    }

    boolean allows(long now) {
        return nextAt == Long.MIN_VALUE || now - nextAt >= 0;
    }
}
