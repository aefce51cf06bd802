package footfall.topology;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Schedules a task's punctuations and commits. New input is committed as soon as it is processed, at most
 * every {@code QUICK}, as often as the thread can afford ({@link CommitProducer.CommitPace}), and not before the last
 * line that was polled; a task with a backlog uses the commit interval, because a commit takes as long as hundreds of
 * lines. Kafka Streams commits after every punctuation, even without effect, so an idle task is punctuated rarely. See
 * topology-docs/develop/decisions/timers-and-commits.md.
 */
final class PunctuationSchedule {
    static final Duration QUICK = Duration.ofMillis(25);

    /** How often a task with a backlog is checked. */
    static final Duration BEHIND = Duration.ofMillis(250);

    /** After the last record: the check at which its lag is known for certain. */
    private static final Duration SETTLED = Duration.ofSeconds(10);

    /** Nothing is due, and nothing came. */
    static final Duration REST = Duration.ofMinutes(10);

    /** Older input is history, or was delayed. */
    private static final Duration JUST = Duration.ofSeconds(1);

    private final ProcessorContext<?, ?> context;
    private final Input input;
    private final Tick tick;
    private final Punctuation punctuation;
    private boolean isNews;
    private long processedAt;
    private long askedAt;

    /** The work of a punctuation. */
    interface Tick {
        /** Returns when the next punctuation is due at the latest. */
        Instant at(Instant now);
    }

    /** The first punctuation is immediate. */
    PunctuationSchedule(ProcessorContext<?, ?> context, Input input, Tick tick) {
        this.context = context;
        this.input = input;
        this.tick = tick;
        processedAt = context.currentSystemTimeMs();
        punctuation = new Punctuation(context, input.backlog(), this::tick);
        punctuation.every(QUICK);
    }

    /** A record ingested at {@code arrival} (in milliseconds) was processed. */
    void processed(long arrival) {
        long now = context.currentSystemTimeMs();
        // With lines after it, one that seems new is of a backlog if the clock was set back.
        boolean isLive = now - arrival < JUST.toMillis() && !input.mayBeDrained() && !input.hasUnread();
        isNews = true;
        processedAt = now;
        if (isLive && now - askedAt >= QUICK.toMillis()) {
            commit(now);
        }
        var atMost = isLive ? QUICK : BEHIND;
        if (punctuation.period().compareTo(atMost) > 0) {
            punctuation.every(atMost);
        }
    }

    /** A record was forwarded. */
    void forwarded() {
        isNews = true;
    }

    /** The task ends, or is initialized again with another schedule. */
    void stop() {
        punctuation.cancel();
    }

    private void tick(long now) {
        var at = Instant.ofEpochMilli(now);
        boolean wasNews = isNews;
        isNews = false;
        var next = Duration.between(at, tick.at(at));
        boolean isQuiet = !isNews;
        isNews |= wasNews;
        boolean isBehind = input.isBehind(at, JUST);
        if (isNews && (input.mayBeDrained() ? isQuiet && input.isAtTheEnd() : !isBehind)) {
            commit(now);
        }
        boolean isSettled = now - processedAt >= SETTLED.toMillis();
        boolean isTooSoon = isNews && !isBehind && !input.mayBeDrained();
        var atMost = isTooSoon ? QUICK : isBehind ? BEHIND : isSettled ? REST : SETTLED;
        punctuation.every(next.compareTo(QUICK) < 0 ? QUICK : next.compareTo(atMost) > 0 ? atMost : next);
    }

    private void commit(long now) {
        if (!input.mayBeDrained() && !input.mayCommit()) {
            return;
        }
        context.commit();
        askedAt = now;
        isNews = false;
    }

    /** A punctuation by the wall clock whose period can be changed: the one scheduled before is then cancelled. */
    static final class Punctuation {
        private final ProcessorContext<?, ?> context;
        private final TaskContext.Backlog backlog;
        private final Punctuator work;
        private Cancellable schedule;
        private Duration period;

        /** Nothing is scheduled before the first call of {@link #every}. */
        Punctuation(ProcessorContext<?, ?> context, TaskContext.Backlog backlog, Punctuator work) {
            this.context = context;
            this.backlog = backlog;
            this.work = work;
        }

        Duration period() {
            return period;
        }

        /** The next one is a whole period from now, unless the period is the same as before. */
        void every(Duration next) {
            if (next.equals(period)) {
                return;
            }
            cancel();
            period = next;
            schedule = context.schedule(next, PunctuationType.WALL_CLOCK_TIME, this::punctuate);
            backlog.punctuates(this, next);
        }

        private void punctuate(long now) {
            backlog.punctuates(this, period);
            work.punctuate(now);
        }

        /** A task that is revived is initialized again and keeps what was scheduled before. */
        void cancel() {
            if (schedule != null) {
                schedule.cancel();
            }
            period = null;
        }
    }
}
