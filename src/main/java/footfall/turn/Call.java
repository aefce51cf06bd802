package footfall.turn;

/**
 * A call that runs a subagent. {@code agent} and {@code index} name the turn it stands in, -1 while that is
 * unknown; {@code linkedAgent} is null until a link names it.
 */
public record Call(String agent, int index, String linkedAgent) {
  static final Call UNKNOWN = new Call(null, -1, null);

  boolean isPlaced() { return index >= 0; }
}
