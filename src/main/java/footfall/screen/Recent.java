package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The latest of what happened, the newest first: the last {@code KEPT_MAX} closed turns, each by its latest
 * revision, and alerts; and how much of it. Belongs to one thread.
 */
public final class Recent {
  public static final int KEPT_MAX = 200;

  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int WINDOW_MAX = 100_000;

  private final Deque<Seen<Turn>> closed = new ArrayDeque<>();
  private final Deque<Seen<Alert>> alerts = new ArrayDeque<>();
  private final Deque<Instant> closings = new ArrayDeque<>();
  private long closedCount;
  private long raisedCount;

  /** Something and when it was seen here. */
  public record Seen<T>(T what, Instant at) {}

  public void take(Change change, Instant now) {
    if (change instanceof Change.Closed one) {
      closed(one.turn(), now);
    } else if (change instanceof Change.Alerted one) {
      raisedCount += one.alert().state() == Alert.State.RAISED ? 1 : 0;
      keep(alerts, new Seen<>(one.alert(), now));
    }
  }

  private void closed(Turn turn, Instant now) {
    boolean isKnown = closed.removeIf(seen -> seen.what.turnId().equals(turn.turnId()));
    keep(closed, new Seen<>(turn, now));
    if (turn.revision() == 0 && !isKnown) {
      closedCount++;
      closings.addLast(now);
      while (closings.size() > WINDOW_MAX) {
        closings.removeFirst();
      }
    }
  }

  private static <T> void keep(Deque<Seen<T>> all, Seen<T> one) {
    all.addFirst(one);
    while (all.size() > KEPT_MAX) {
      all.removeLast();
    }
  }

  public List<Seen<Turn>> closed() {
    return List.copyOf(closed);
  }

  public List<Seen<Alert>> alerts() {
    return List.copyOf(alerts);
  }

  /** Turns that closed for the first time. */
  public long closedCount() {
    return closedCount;
  }

  public long raisedCount() {
    return raisedCount;
  }

  /** Turns that closed in the last minute. */
  public int closedInAMinute(Instant now) {
    while (!closings.isEmpty() && closings.peekFirst().isBefore(now.minus(WINDOW))) {
      closings.removeFirst();
    }
    return closings.size();
  }
}
