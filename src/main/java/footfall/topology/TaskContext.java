package footfall.topology;

/**
 * What a shell is told by the client that it runs in, and whom it tells of what it does. {@code drain} is
 * about lines, {@code tallyDrain} about what turns give to the tallies; {@code unreadable}: what was not
 * restored, for the shell that has the store to report.
 */
public record TaskContext(
    Backlog backlog, DrainSignal drain, DrainSignal tallyDrain, TopologyStatus watch,
    UnreadableRows unreadable) {
  TaskContext(Backlog backlog, DrainSignal drain, TopologyStatus watch, UnreadableRows unreadable) {
    this(backlog, drain, drain.isExpected() ? new DrainSignal() : DrainSignal.never(), watch, unreadable);
  }

  /** Nobody looks on. */
  public TaskContext(Backlog backlog, DrainSignal drain) {
    this(backlog, drain, new TopologyStatus(), new UnreadableRows());
  }

  /** Nothing is ever unread, nothing is drained: for drivers that feed a topology by hand. */
  public static TaskContext none() {
    return new TaskContext(Backlog.NONE, DrainSignal.never());
  }

  /** The same for those who read what turns give. */
  TaskContext ofTallies() {
    return new TaskContext(backlog, tallyDrain, tallyDrain, watch, unreadable);
  }
}
