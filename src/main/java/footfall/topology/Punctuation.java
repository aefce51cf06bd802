package footfall.topology;

import java.time.Duration;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** A punctuation by the wall clock whose period can be changed: the one scheduled before is then cancelled. */
final class Punctuation {
    private final ProcessorContext<?, ?> context;
    private final Backlog backlog;
    private final Punctuator work;
    private Cancellable schedule;
    private Duration period;

    /** Nothing is scheduled before the first call of {@link #every}. */
    Punctuation(ProcessorContext<?, ?> context, Backlog backlog, Punctuator work) {
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
