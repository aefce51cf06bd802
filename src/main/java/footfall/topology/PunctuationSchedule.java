package footfall.topology;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * When the clock looks at a task, and when the task asks for a commit. What has just arrived is committed as
 * soon as it is processed, at most every {@code QUICK}; a task that is behind leaves it to the commit
 * interval, since a commit takes as long as hundreds of lines. Kafka Streams commits after each look at the
 * clock, whether anything came of it or not: so a task is looked at when something is due, and at rest
 * seldom. topology-docs/decisions/timers-and-commits.md has the figures.
 */
final class PunctuationSchedule {
  static final Duration QUICK = Duration.ofMillis(25);

  /** As often as one that is behind is asked whether it still is. */
  static final Duration BEHIND = Duration.ofMillis(250);

  private static final Duration REST = Duration.ofSeconds(10);

  /** What arrived longer ago is history, or was held up. */
  private static final Duration JUST = Duration.ofSeconds(1);

  private final ProcessorContext<?, ?> context;
  private final Input input;
  private final Tick tick;
  private Cancellable schedule;
  private Duration period;
  private boolean isNews;
  private long askedAt;

  /** What is to be done when the clock looks at the task. */
  interface Tick {
    /** Returns when it wants to be looked at again at the latest. */
    Instant at(Instant now);
  }

  /** Begins at once. */
  PunctuationSchedule(ProcessorContext<?, ?> context, Input input, Tick tick) {
    this.context = context;
    this.input = input;
    this.tick = tick;
    every(QUICK);
  }

  /** A record was processed that arrived at {@code arrival}, in milliseconds. */
  void processed(long arrival) {
    long now = context.currentSystemTimeMs();
    boolean hasJustArrived = now - arrival < JUST.toMillis() && !input.mayBeDrained();
    isNews = true;
    if (hasJustArrived && now - askedAt >= QUICK.toMillis()) {
      commit(now);
    }
    var atMost = hasJustArrived ? QUICK : BEHIND;
    if (period.compareTo(atMost) > 0) {
      every(atMost);
    }
  }

  /** A record was sent on. */
  void forwarded() {
    isNews = true;
  }

  private void tick(long now) {
    var at = Instant.ofEpochMilli(now);
    boolean wasNews = isNews;
    isNews = false;
    var next = Duration.between(at, tick.at(at));
    boolean isQuiet = !isNews;
    isNews |= wasNews;
    boolean isBehind = input.isBehind(at, JUST);
    if (isNews && (input.mayBeDrained() ? isQuiet && input.isToBeDrained() : !isBehind)) {
      commit(now);
    }
    var atMost = isBehind ? BEHIND : REST;
    every(next.compareTo(QUICK) < 0 ? QUICK : next.compareTo(atMost) > 0 ? atMost : next);
  }

  private void commit(long now) {
    context.commit();
    askedAt = now;
    isNews = false;
  }

  private void every(Duration next) {
    if (next.equals(period)) {
      return;
    }
    if (schedule != null) {
      schedule.cancel();
    }
    period = next;
    schedule = context.schedule(next, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }
}
