package footfall.view;

import java.util.List;

/**
 * Whether what is answered is all that the lines give that are there, and else what has to be done first.
 * {@code left}: records to restore, or lines to process; {@code UNKNOWN} until that has been told.
 */
public record Readiness(State state, long left) {
  public static final long UNKNOWN = Progress.UNKNOWN;
  public static final Readiness CURRENT = new Readiness(State.CURRENT, 0);

  /** Of partitions that are being processed. */
  public static Readiness of(List<Progress> partitions) {
    long left = partitions.stream().mapToLong(one -> Math.max(0, one.lag())).sum();
    if (left > 0) {
      return new Readiness(State.CATCHING_UP, left);
    }
    boolean isTold = partitions.stream().noneMatch(one -> one.lag() == Progress.UNKNOWN);
    return isTold ? CURRENT : new Readiness(State.CATCHING_UP, UNKNOWN);
  }

  /** While others are still to be given out: these may be working on their lines already. */
  public static Readiness ofSome(List<Progress> partitions) {
    var known = of(partitions);
    return known.left > 0 ? known : new Readiness(State.STARTING, UNKNOWN);
  }

  /**
   * {@code STARTING}: partitions are being given out. {@code RESTORING}: stores are read back. {@code
   * CATCHING_UP}: lines wait, or nobody knows yet that none does. {@code STOPPED}: nothing is
   * processed any more.
   */
  public enum State {
    STARTING,
    RESTORING,
    CATCHING_UP,
    CURRENT,
    STOPPED
  }
}
