package footfall.topology;

import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Time;

/**
 * Notices that the clock was set back. Kafka's clients measure their waits by the clock: a client that was
 * made before a step of two days back neither polls to its end nor sends a heartbeat for two days.
 */
public final class ClockWatch implements AutoCloseable {
  /** A smaller step only lengthens one wait by as much. */
  static final long STEP_MS = 1_000;

  private static final long LOOK_MS = 250;

  private final LongSupplier clock;
  private final Runnable setBack;
  private final Thread thread;
  private volatile boolean isClosed;
  private long latest;

  ClockWatch(LongSupplier clock, Runnable setBack) {
    this.clock = clock;
    this.setBack = setBack;
    this.latest = clock.getAsLong();
    this.thread = new Thread(this::run, "footfall-clock");
    thread.setDaemon(true);
  }

  /** {@code setBack} is run, by a thread of its own, each time that the clock was set back. */
  public static ClockWatch start(LongSupplier clock, Runnable setBack) {
    var watch = new ClockWatch(clock, setBack);
    watch.thread.start();
    return watch;
  }

  private void run() {
    while (!isClosed) {
      Time.SYSTEM.sleep(LOOK_MS);
      look();
    }
  }

  void look() {
    long now = clock.getAsLong();
    boolean isSetBack = now < latest - STEP_MS;
    latest = isSetBack ? now : Math.max(now, latest);
    if (isSetBack) {
      setBack.run();
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
