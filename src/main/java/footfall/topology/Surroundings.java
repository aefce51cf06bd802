package footfall.topology;

/** What a shell is told by the client that it runs in, and whom it tells of what it does. */
public record Surroundings(Backlog backlog, Drain drain, Watch watch) {
  /** Nobody looks on. */
  public Surroundings(Backlog backlog, Drain drain) {
    this(backlog, drain, new Watch());
  }

  /** Nothing is ever unread, nothing is drained: for drivers that feed a topology by hand. */
  public static Surroundings none() {
    return new Surroundings(Backlog.NONE, new Drain());
  }
}
