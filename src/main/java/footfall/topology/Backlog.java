package footfall.topology;

import org.apache.kafka.common.TopicPartition;

/** What of a partition has not been processed yet. Asked by the thread that polls it. */
public interface Backlog {
  Backlog NONE =
      new Backlog() {
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
      };

  /** A task begins to process the partition; what was polled before belongs to another life. */
  void started(TopicPartition partition);

  /**
   * Whether there are records after {@code processed} (-1: none since the task began), or nobody knows yet
   * whether there are.
   */
  boolean isBehind(TopicPartition partition, long processed);

  /** The offset of the first record after {@code processed}, -1 while nobody knows. */
  long next(TopicPartition partition, long processed);

  /** How many records there are after {@code processed}, -1 while nobody knows. */
  long lag(TopicPartition partition, long processed);
}
