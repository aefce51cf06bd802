package footfall.topology;

import java.time.Duration;
import org.apache.kafka.common.TopicPartition;

/** Contexts of tasks that run without a client. */
public final class Tasks {
    private static final TaskContext.Backlog NO_BACKLOG = new TaskContext.Backlog() {
        @Override
        public void started(TopicPartition partition) {}

        @Override
        public boolean isBehind(TopicPartition partition, long processed) {
            return false;
        }

        @Override
        public long next(TopicPartition partition, long processed) {
            return Long.MAX_VALUE;
        }

        @Override
        public long lag(TopicPartition partition, long processed) {
            return 0;
        }

        @Override
        public boolean mayCommit() {
            return true;
        }

        @Override
        public void punctuates(Object punctuation, Duration in) {}
    };

    private Tasks() {}

    /** Without a backlog, and never drained. */
    public static TaskContext alone() {
        return of(NO_BACKLOG, TaskContext.DrainSignal.never());
    }

    static TaskContext of(TaskContext.Backlog backlog, TaskContext.DrainSignal drain) {
        return new TaskContext(backlog, drain, new TopologyStatus(), new TaskContext.UnreadableRows());
    }
}
