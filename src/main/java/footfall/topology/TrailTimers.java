package footfall.topology;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/**
 * Fires what is due in the trails of one partition. A tick handles at most {@code DUE_MAX} trails, then yields; it
 * costs the trails that are due, not those that are open.
 */
final class TrailTimers {
  private static final int DUE_MAX = 500;

  private final RowStore rows;
  private final Assembler assembler;
  private final Surroundings surroundings;
  private final TopicPartition partition;
  private final Duration stopGrace;
  private long processed = -1;
  private Instant lastArrival = Instant.MIN;

  TrailTimers(RowStore rows, Assembler assembler, Surroundings surroundings, TopicPartition partition,
      Duration grace) {
    this.rows = rows;
    this.assembler = assembler;
    this.surroundings = surroundings;
    this.partition = partition;
    this.stopGrace = grace;
    surroundings.backlog().started(partition);
  }

  void processed(long offset, Instant arrival) {
    processed = offset;
    lastArrival = arrival;
  }

  void tick(Instant now) {
    if (surroundings.drain().isRequested(partition.partition())) {
      drain(now);
    } else if (!isBehind(now)) {
      rows.due(now, DUE_MAX).forEach(trail -> assembler.timer(trail, now));
    }
  }

  /** Unread lines matter once they arrived longer ago than a Stop waits; in a partition arrival never goes back. */
  private boolean isBehind(Instant now) {
    return lastArrival.isBefore(now.minus(stopGrace)) && surroundings.backlog().isBehind(partition,
        processed);
  }

  private void drain(Instant now) {
    long next = surroundings.backlog().next(partition, processed);
    if (!surroundings.drain().isDue(partition.partition(), next)) {
      return;
    }
    var unsettled = rows.unsettled(DUE_MAX);
    unsettled.forEach(trail -> assembler.end(trail, now));
    if (unsettled.isEmpty()) {
      surroundings.drain().done(partition.partition());
    }
  }
}
