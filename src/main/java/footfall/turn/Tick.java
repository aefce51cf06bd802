package footfall.turn;

import java.time.Instant;
import java.util.Objects;

/**
 * A moment at which timers may fire, in arrival time. {@code isBehind}: the trail's task has unread lines
 * that arrived more than {@code stopGrace} ago; they may say more, so nothing fires.
 */
public record Tick(Instant now, boolean isBehind) {
  public Tick {
    Objects.requireNonNull(now, "now is null");
  }
}
