package org.apache.kafka.common.utils;

import java.util.concurrent.atomic.AtomicLong;

/**
 * {@link Time#SYSTEM} of this process, in place of Kafka's class of this name: it never goes back. Kafka's clients
 * measure waits by it, and when the clock of the machine is set back by two days, each wait lasts two days longer
 * (KAFKA-4051 mended the broker only). See topology-docs/develop/decisions/timers-and-commits.md.
 */
final class SystemTime implements Time {
    private static final SystemTime SYSTEM_TIME = new SystemTime(new Machine());

    /** A smaller step changes no deadline of a turn. */
    private static final long STEP_MS = 1_000;

    private final Time machine;
    private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);
    private volatile long ahead;
    private volatile long steps;

    /** {@code machine}: may go back. */
    SystemTime(Time machine) {
        this.machine = machine;
    }

    /** Called by {@link Time}. */
    public static SystemTime getSystemTime() {
        return SYSTEM_TIME;
    }

    Time machine() {
        return machine;
    }

    /** By how much it is ahead of the machine, in ms. */
    long ahead() {
        return ahead;
    }

    /** How often the machine was set back by a second or more. */
    long steps() {
        return steps;
    }

    @Override
    public long milliseconds() {
        long difference = ahead; // Read first: the sum may then be too small, but never too large.
        long now = machine.milliseconds() + difference;
        return now < latest.get() ? again() : latest.accumulateAndGet(now, Math::max);
    }

    /** The clock was set back, or this thread was suspended after it had read the clock. */
    private synchronized long again() {
        long before = latest.get();
        long now = machine.milliseconds() + ahead;
        if (now < before) {
            steps += before - now < STEP_MS ? 0 : 1;
            ahead += before - now;
        }
        return latest.accumulateAndGet(now, Math::max);
    }

    @Override
    public long nanoseconds() {
        return machine.nanoseconds();
    }

    @Override
    public void sleep(long millis) {
        machine.sleep(millis);
    }

    private static final class Machine implements Time {
        @Override
        public long milliseconds() {
            return System.currentTimeMillis();
        }

        @Override
        public long nanoseconds() {
            return System.nanoTime();
        }

        @Override
        public void sleep(long millis) {
            Utils.sleep(millis);
        }
    }
}
