package footfall.topology;

/**
 * What a shell is told by the client that it runs in, and whom it tells of what it does. {@code drain} is
 * about lines, {@code tallyDrain} about what turns give to the tallies; {@code unreadable}: what was not
 * restored, for the shell that has the store to report.
 */
public record Surroundings(
    Backlog backlog, Drain drain, Drain tallyDrain, Watch watch, UnreadableRows unreadable) {
  Surroundings(Backlog backlog, Drain drain, Watch watch, UnreadableRows unreadable) {
    this(backlog, drain, drain.isExpected() ? new Drain() : Drain.never(), watch, unreadable);
  }

  /** Nobody looks on. */
  public Surroundings(Backlog backlog, Drain drain) {
    this(backlog, drain, new Watch(), new UnreadableRows());
  }

  /** Nothing is ever unread, nothing is drained: for drivers that feed a topology by hand. */
  public static Surroundings none() {
    return new Surroundings(Backlog.NONE, Drain.never());
  }

  /** The same for those who read what turns give. */
  Surroundings ofTallies() {
    return new Surroundings(backlog, tallyDrain, tallyDrain, watch, unreadable);
  }
}
