package footfall.topology;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Time;

/** Stream threads that were replaced. Told by the threads that end, asked by any. */
final class Restarts {
  private static final long SHOWN_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_MS = 1_000;
  private static final int AT_ONCE_MAX = 5;

  private long count;
  private long lastAt;
  private int inARow;
  private String last;

  /** Whether a new thread takes the place of one that ended so. Waits when that happens again and again. */
  boolean mayFollow(Throwable why) {
    var name = Recoverable.name(why);
    if (name == null) {
      return false;
    }
    if (note(name) > AT_ONCE_MAX) {
      Time.SYSTEM.sleep(PAUSE_MS);
    }
    return true;
  }

  private synchronized int note(String name) {
    long now = Time.SYSTEM.nanoseconds();
    inARow = count > 0 && now - lastAt < SHOWN_NANOS ? inARow + 1 : 1;
    count++;
    lastAt = now;
    last = name;
    return inARow;
  }

  /** What happened within the last 30 s, in a few words. */
  synchronized Optional<String> recent() {
    return count == 0 || Time.SYSTEM.nanoseconds() - lastAt > SHOWN_NANOS ? Optional.empty() : Optional.of(
        "stream thread restarted (" + last + (count == 1 ? "" : ", restart " + count + " since the start")
            + ")");
  }
}
