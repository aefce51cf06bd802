package org.apache.kafka.server.util.timer;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.ThreadUtils;

/**
 * A timer of the embedded broker, in place of Kafka's class of this name. The broker has a dozen, each with a thread
 * that waits for what is due, and Kafka's wakes up five times a second for nothing. See
 * topology-docs/develop/decisions/embedded-broker.md.
 */
public final class SystemTimer implements Timer {
    /** A task ends a wait of any length, also one that is added meanwhile. */
    private static final long WAIT_MS = 30_000;

    private static final long TICK_MS = 1;
    private static final int TICKS = 20;
    private static final long CLOSE_SECONDS_MAX = 5;

    /** Nothing ends the wait of the thread of this one when it is to stop. */
    private static final String OF_RAFT = "raft-expiration-executor";

    private final AtomicInteger tasks = new AtomicInteger();
    private final DelayQueue<TimerTaskList> queue = new DelayQueue<>();

    /** The wheel moves on alone, and tasks are added to it together. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private final TimingWheel wheel;
    private final ExecutorService executor;
    private final long waitMs;

    public SystemTimer(String name) {
        this(name, TICK_MS, TICKS, Time.SYSTEM.hiResClockMs());
    }

    public SystemTimer(String name, long tickMs, int ticks, long startMs) {
        waitMs = name.equals(OF_RAFT) ? 0 : WAIT_MS;
        wheel = new TimingWheel(tickMs, ticks, startMs, tasks, queue);
        executor = Executors.newFixedThreadPool(1, work -> new Thread(work, "executor-" + name));
    }

    @Override
    public void add(TimerTask task) {
        lock.readLock().lock();
        try {
            add(new TimerTaskEntry(task, Time.SYSTEM.hiResClockMs() + task.delayMs));
        } finally {
            lock.readLock().unlock();
        }
        if (task.delayMs <= 0) {
            wakeUp();
        }
    }

    private void add(TimerTaskEntry entry) {
        if (!wheel.add(entry) && !entry.cancelled()) {
            executor.execute(entry.timerTask);
        }
    }

    /** Kafka adds a task that is due at once when the thread is to stop. */
    private void wakeUp() {
        var nothing = new TimerTaskList(tasks);
        nothing.setExpiration(0);
        queue.add(nothing);
    }

    /** Waits for what is due, until the timeout or longer; returns whether anything was. */
    @Override
    public boolean advanceClock(long timeoutMs) throws InterruptedException {
        var due = queue.poll(Math.max(timeoutMs, waitMs), TimeUnit.MILLISECONDS);
        if (due == null) {
            return false;
        }
        lock.writeLock().lock();
        try {
            for (; due != null; due = queue.poll()) {
                wheel.advanceClock(due.getExpiration());
                due.flush(this::add);
            }
        } finally {
            lock.writeLock().unlock();
        }
        return true;
    }

    @Override
    public int size() {
        return tasks.get();
    }

    @Override
    public void close() {
        ThreadUtils.shutdownExecutorServiceQuietly(executor, CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
    }
}
