package footfall.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** A backlog that the test decides. */
final class Unread implements TaskContext.Backlog {
    boolean behind;
    boolean isCommitTooSoon;
    long next;
    Duration punctuates = Duration.ZERO;
    final List<TopicPartition> started = new ArrayList<>();

    @Override
    public void started(TopicPartition partition) {
        started.add(partition);
    }

    @Override
    public boolean isBehind(TopicPartition partition, long processed) {
        return behind;
    }

    @Override
    public long next(TopicPartition partition, long processed) {
        return next;
    }

    @Override
    public long lag(TopicPartition partition, long processed) {
        return behind ? 1 : 0;
    }

    @Override
    public boolean mayCommit() {
        return !isCommitTooSoon;
    }

    @Override
    public void punctuates(Object punctuation, Duration in) {
        punctuates = in;
    }
}
