package footfall.topology;

import footfall.line.RejectedBytes;
import footfall.wire.RejectedLine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
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

    /**
     * Changelog records that were not restored because they are not rows: by partition, until the task with the
     * store reports them. Holds at most {@code ROWS_MAX} per partition; the last one then combines all further
     * ones. Thread-safe.
     */
    static final class UnreadableRows {
        static final int ROWS_MAX = 10_000;

        private final Map<TopicPartition, TreeMap<Long, RejectedLine>> found = new HashMap<>();

        /** A record that is restored again before it is reported is reported once. */
        synchronized void add(TopicPartition changelog, long offset, int length) {
            var rows = found.computeIfAbsent(changelog, none -> new TreeMap<>());
            var row = new RejectedLine(changelog.toString(), offset, length, RejectedBytes.Reason.UNREADABLE, null);
            if (rows.size() < ROWS_MAX || rows.containsKey(offset)) {
                rows.put(offset, row);
            } else {
                rows.computeIfPresent(
                        rows.lastKey(),
                        (last, sum) -> new RejectedLine(
                                sum.fileId(), sum.offset(), sum.length() + length, sum.reason(), null));
            }
        }

        /** Removes and returns the collected records, in order of offsets. */
        synchronized List<RejectedLine> drain(TopicPartition changelog) {
            var rows = found.remove(changelog);
            return rows == null ? List.of() : List.copyOf(rows.values());
        }
    }

    /**
     * Signals the end of input: all timers become due once a partition is processed to its end. For a one-shot
     * run. Thread-safe.
     */
    public static final class DrainSignal {
        private final boolean isExpected;
        private final Set<Integer> drained = ConcurrentHashMap.newKeySet();
        private volatile Map<Integer, Long> ends = Map.of();

        /** A signal that may be requested at any time. */
        public DrainSignal() {
            this(true);
        }

        private DrainSignal(boolean isExpected) {
            this.isExpected = isExpected;
        }

        /** A signal for a continuous run, which is never requested. */
        public static DrainSignal never() {
            return new DrainSignal(false);
        }

        boolean isExpected() {
            return isExpected;
        }

        /**
         * Requests the drain. {@code ends}: the end offsets by partition.
         *
         * @throws IllegalStateException in a continuous run
         */
        public void request(Map<Integer, Long> ends) {
            if (!isExpected) {
                throw new IllegalStateException("this run does not drain");
            }
            this.ends = Map.copyOf(ends);
        }

        boolean isRequested() {
            return !ends.isEmpty();
        }

        /** Whether every partition has emitted everything. */
        public boolean isDone() {
            return !ends.isEmpty() && drained.containsAll(ends.keySet());
        }

        /** Whether the partition can be drained now that {@code next} is its first unprocessed offset. */
        boolean isDue(int partition, long next) {
            var end = ends.get(partition);
            return end != null && next >= end && !drained.contains(partition);
        }

        boolean isRequested(int partition) {
            return ends.containsKey(partition) && !drained.contains(partition);
        }

        void done(int partition) {
            drained.add(partition);
        }
    }
}
