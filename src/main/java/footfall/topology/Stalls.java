package footfall.topology;

import java.util.OptionalLong;

/**
 * How long brokers have not accepted the commits of an instance. Waits with less than {@code SETTLED_MS} between them
 * are one: the threads of an instance do not wait at the same times, and one commit does not end an outage.
 * Thread-safe; times are in milliseconds.
 */
final class Stalls {
    private static final long SETTLED_MS = 10_000;

    private boolean hasWaited;
    private long from;
    private long to;

    /** There was, or is, a wait. */
    synchronized void waited(long since, long until) {
        boolean isSame = hasWaited && since - to < SETTLED_MS && from - until < SETTLED_MS;
        from = isSame ? Math.min(from, since) : since;
        to = isSame ? Math.max(to, until) : until;
        hasWaited = true;
    }

    /** The duration of the present one. {@code waiting}: since when something waits now. */
    synchronized long duration(long now, OptionalLong waiting) {
        waiting.ifPresent(since -> waited(since, now));
        return hasWaited && now - to < SETTLED_MS ? to - from : 0;
    }
}
