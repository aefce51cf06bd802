package footfall.topology;

import footfall.view.Readiness.Progress;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/** The progress of a task on its partition of the topic {@code lines}. For the processing thread. */
final class Input {
    private final TopicPartition partition;
    private final TaskContext context;
    private long processed = -1;
    private long count;
    private long writtenTo = -1;
    private long writtenCount;
    private Instant lastArrival = Instant.MIN;

    Input(TopicPartition partition, TaskContext context) {
        this.partition = partition;
        this.context = context;
        context.backlog().started(partition);
    }

    void processed(long offset, Instant arrival) {
        processed = offset;
        count++;
        lastArrival = arrival;
    }

    /**
     * Unread lines count as backlog once they are older than {@code grace}; ingestion times in a partition are
     * ascending.
     */
    boolean isBehind(Instant now, Duration grace) {
        return lastArrival.isBefore(now.minus(grace)) && hasUnread();
    }

    /** Whether lines after the last processed one exist, or may exist. */
    boolean hasUnread() {
        return context.backlog().isBehind(partition, processed);
    }

    /** The results of the lines so far can be queried from now on. */
    void written() {
        writtenTo = processed;
        writtenCount = count;
    }

    /** For observers: the progress that queries reflect. */
    Progress progress() {
        return new Progress(
                partition.partition(), writtenCount, context.backlog().lag(partition, writtenTo));
    }

    boolean mayCommit() {
        return context.backlog().mayCommit();
    }

    TaskContext.Backlog backlog() {
        return context.backlog();
    }

    /** Whether a drain may be requested, by another thread, at any time. */
    boolean mayBeDrained() {
        return context.drain().isExpected();
    }

    boolean isToBeDrained() {
        return context.drain().isRequested(partition.partition());
    }

    /** Whether all lines before the end offset of the drain were processed. */
    boolean isAtTheEnd() {
        long next = context.backlog().next(partition, processed);
        return context.drain().isDue(partition.partition(), next);
    }

    void isDrained() {
        context.drain().done(partition.partition());
    }
}
