package footfall.topology;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says that no more lines come: every timer is due once a partition is processed to its end. For a run that
 * ends by itself. Safe for many threads.
 */
public final class DrainSignal {
  private final boolean isExpected;
  private final Set<Integer> drained = ConcurrentHashMap.newKeySet();
  private volatile Map<Integer, Long> ends = Map.of();

  /** It may be asked for at any time. */
  public DrainSignal() {
    this(true);
  }

  private DrainSignal(boolean isExpected) {
    this.isExpected = isExpected;
  }

  /** For a run that goes on: nobody asks. */
  public static DrainSignal never() {
    return new DrainSignal(false);
  }

  boolean isExpected() { return isExpected; }

  /**
   * Asks for it. {@code ends}: by partition the offset behind its last line.
   *
   * @throws IllegalStateException when it was said that nobody asks
   */
  public void request(Map<Integer, Long> ends) {
    if (!isExpected) {
      throw new IllegalStateException("this run does not drain");
    }
    this.ends = Map.copyOf(ends);
  }

  boolean isRequested() { return !ends.isEmpty(); }

  /** Whether every partition has emitted all it has. */
  public boolean isDone() {
    return !ends.isEmpty() && drained.containsAll(ends.keySet());
  }

  /** Whether the partition is to be drained now that the offset {@code next} is the first unprocessed one. */
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
