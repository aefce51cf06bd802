package footfall.topology;

import java.time.Duration;
import org.apache.kafka.common.TopicPartition;

/**
 * The connection between a shell and the client that runs it. {@code drain} is about lines,
 * {@code tallyDrain} about contributions to tallies; {@code unreadable}: records that were not restored, to
 * be reported by the shell that owns the store.
 */
public record TaskContext(
        Backlog backlog, DrainSignal drain, DrainSignal tallyDrain, TopologyStatus watch, UnreadableRows unreadable) {
    TaskContext(Backlog backlog, DrainSignal drain, TopologyStatus watch, UnreadableRows unreadable) {
        this(backlog, drain, drain.isExpected() ? new DrainSignal() : DrainSignal.never(), watch, unreadable);
    }

    /** The same for readers of contributions. */
    TaskContext ofTallies() {
        return new TaskContext(backlog, tallyDrain, tallyDrain, watch, unreadable);
    }

    /** The backlog of a partition, and the thread that polls it; called by that thread. */
    public interface Backlog {
        /** A task starts to process the partition; earlier polls belong to a previous task. */
        void started(TopicPartition partition);

        /**
         * Whether there are records after {@code processed} (-1: none since the task started), or it is not known
         * yet.
         */
        boolean isBehind(TopicPartition partition, long processed);

        /** The offset of the first record after {@code processed}, -1 while unknown. */
        long next(TopicPartition partition, long processed);

        /** The number of records after {@code processed}, -1 while unknown. */
        long lag(TopicPartition partition, long processed);

        /** Whether a commit of the thread may be asked for: {@link CommitProducer.CommitPace}. */
        boolean mayCommit();

        /** When a punctuation is due next: the thread must not wait longer for records. */
        void punctuates(Object punctuation, Duration in);
    }
}
