package footfall.topology;

/** What a shell is told by the client that it runs in. */
public record Surroundings(Backlog backlog, Drain drain) {
  /** Nothing is ever unread, nothing is drained: for drivers that feed a topology by hand. */
  public static Surroundings none() {
    return new Surroundings(Backlog.NONE, new Drain());
  }
}
