package footfall.view;

import java.util.List;

/** The longest open turns, the longest first, and how many there are in all. */
public record OpenTurns(List<OpenTurn> turns, int count) {
  public static final OpenTurns NONE = new OpenTurns(List.of(), 0);

  public OpenTurns {
    turns = List.copyOf(turns);
  }
}
