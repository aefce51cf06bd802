package footfall.topology;

/**
 * What a shell is told by the client that it runs in, and whom it tells of what it does. {@code drain} is
 * about lines, {@code tallyDrain} about what turns give to the tallies.
 */
public record Surroundings(Backlog backlog, Drain drain, Drain tallyDrain, Watch watch) {
  public Surroundings(Backlog backlog, Drain drain, Watch watch) {
    this(backlog, drain, drain.isExpected() ? new Drain() : Drain.never(), watch);
  }

  /** Nobody looks on. */
  public Surroundings(Backlog backlog, Drain drain) {
    this(backlog, drain, new Watch());
  }

  /** Nothing is ever unread, nothing is drained: for drivers that feed a topology by hand. */
  public static Surroundings none() {
    return new Surroundings(Backlog.NONE, Drain.never());
  }

  /** The same for those who read what turns give. */
  Surroundings ofTallies() {
    return new Surroundings(backlog, tallyDrain, tallyDrain, watch);
  }
}
