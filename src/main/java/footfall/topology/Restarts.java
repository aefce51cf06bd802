package footfall.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;

/**
 * Stream threads that were replaced. Told by the threads that end and commit, asked by any. Measures by the
 * wall clock: restarts with a sleep of the machine between them do not follow each other. In a run that ends
 * by itself all of them do, because there is always something to process in it.
 */
final class Restarts {
  /** For each thread, because an outage ends all of them. */
  private static final int FRUITLESS_MAX = 20;

  /** Not sooner, because a broker may be starting. */
  private static final long FRUITLESS_MS = 60_000;

  private static final long SHOWN_MS = 30_000;
  private static final long PAUSE_MS = 1_000;
  private static final int AT_ONCE_MAX = 5;

  private final int fruitlessMax;
  private final boolean isEndless;
  private final LongSupplier clock;
  private final LongConsumer sleep;
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private long count;
  private long lastAt;
  private int inARow;
  private int fruitless;
  private long fruitlessFrom;
  private String said;
  private long saidAt;

  /** What follows when a stream thread has ended. */
  enum Next {
    REPLACE,
    /** It was a bug. */
    STOP,
    /** Restarts do not help. */
    GIVE_UP
  }

  /** {@code isEndless}: goes on until it is closed, whether there is something to process or not. */
  Restarts(int threads, boolean isEndless) {
    this(threads, isEndless, Time.SYSTEM::milliseconds, Time.SYSTEM::sleep);
  }

  /** The clock gives milliseconds, and {@code sleep} takes them. */
  Restarts(int threads, boolean isEndless, LongSupplier clock, LongConsumer sleep) {
    this.isEndless = isEndless;
    this.fruitlessMax = FRUITLESS_MAX * threads;
    this.clock = clock;
    this.sleep = sleep;
  }

  /** Waits before a thread is replaced when threads end again and again. */
  Next after(Throwable why) {
    var name = Recoverable.name(why);
    if (name == null) {
      return Next.STOP;
    }
    int restarts = note(name);
    if (isFruitless()) {
      return Next.GIVE_UP;
    }
    if (restarts > AT_ONCE_MAX) {
      sleep.accept(PAUSE_MS);
    }
    return Next.REPLACE;
  }

  private synchronized int note(String name) {
    long now = clock.getAsLong();
    boolean isNext = count > 0 && isRecent(now, lastAt);
    inARow = isNext ? inARow + 1 : 1;
    if (isEndless && !isNext || fruitless == 0) {
      fruitless = 0;
      fruitlessFrom = now;
    }
    fruitless++;
    count++;
    lastAt = now;
    say("stream thread restarted (" + name + (count == 1 ? "" : ", restart " + count + " since the start")
        + ")");
    return inARow;
  }

  private void say(String what) {
    said = what;
    saidAt = clock.getAsLong();
  }

  /** The stores could not be opened and were deleted. */
  synchronized void storesDeleted() {
    say("broken local stores deleted, restored from their changelogs");
  }

  private synchronized boolean isFruitless() {
    return fruitless >= fruitlessMax && lastAt - fruitlessFrom >= FRUITLESS_MS;
  }

  private static boolean isRecent(long now, long then) {
    return now >= then && now - then < SHOWN_MS;
  }

  /**
   * A thread committed these offsets. A higher offset than ever before is progress; a timer commits the same
   * offset again.
   */
  synchronized void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach((partition, offset) -> {
      var before = committed.get(partition);
      if (before == null || offset.offset() > before) {
        committed.put(partition, offset.offset());
        fruitless = 0;
      }
    });
  }

  /** What happened within the last 30 s, in a few words. */
  synchronized Optional<String> recent() {
    return said != null && isRecent(clock.getAsLong(), saidAt) ? Optional.of(said) : Optional.empty();
  }
}
