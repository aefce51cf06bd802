package footfall.topology;

import footfall.view.Progress;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/** How far a task is with its partition of the topic {@code lines}. For the thread that processes it. */
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
   * Unread lines matter once they arrived longer ago than {@code grace}; in a partition arrival never goes
   * back.
   */
  boolean isBehind(Instant now, Duration grace) {
    return lastArrival.isBefore(now.minus(grace)) && context.backlog().isBehind(partition, processed);
  }

  /** What the lines so far have come to can be found from now on. */
  void written() {
    writtenTo = processed;
    writtenCount = count;
  }

  /** For those who look on: as of what they can find. */
  Progress progress() {
    return new Progress(partition.partition(), writtenCount, context.backlog().lag(partition,
        writtenTo));
  }

  /** Whether somebody may ask for that: another thread, at any time. */
  boolean mayBeDrained() {
    return context.drain().isExpected();
  }

  boolean isToBeDrained() { return context.drain().isRequested(partition.partition()); }

  /** Whether every line up to where the partition is to be drained has been processed. */
  boolean isAtTheEnd() {
    long next = context.backlog().next(partition, processed);
    return context.drain().isDue(partition.partition(), next);
  }

  void isDrained() {
    context.drain().done(partition.partition());
  }
}
