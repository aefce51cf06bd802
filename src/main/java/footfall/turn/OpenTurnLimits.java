package footfall.turn;

import java.time.Duration;
import java.util.List;

/**
 * How long a turn may be open until it is told of, by {@link Output.StillOpen}: {@code after} its start,
 * ascending, once each. A trail whose last line was older than {@code maxAge} at its arrival is history and
 * is not watched.
 */
public record OpenTurnLimits(List<Duration> after, Duration maxAge) {
  public static final OpenTurnLimits NONE = new OpenTurnLimits(List.of(), Duration.ZERO);

  public OpenTurnLimits {
    after = List.copyOf(after);
    for (int i = 0; i < after.size(); i++) {
      if (after.get(i).compareTo(i == 0 ? Duration.ZERO : after.get(i - 1)) <= 0) {
        throw new IllegalArgumentException("after is not ascending");
      }
    }
  }

  /** How many of the times an open turn has passed. */
  int passed(Duration open) {
    return (int) after.stream().filter(time -> time.compareTo(open) <= 0).count();
  }
}
