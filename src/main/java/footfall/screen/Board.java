package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Progress;
import footfall.view.Readiness;
import footfall.view.Shipped;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;

/**
 * What the live view shows, at one instant. {@code title} says what runs and where, {@code zone} is that of
 * the clock on the wall; {@code hasShipper}:
 * transcripts are followed in this process. {@code notice} is what one should know now, the more important
 * before the less.
 */
public record Board(
    String title,
    ZoneId zone,
    boolean hasShipper,
    OpenTurns open,
    List<RecentEvents.Seen<Turn>> closed,
    List<RecentEvents.Seen<Alert>> alerts,
    Counts counts,
    List<Progress> progress,
    Readiness readiness,
    Shipped shipped,
    List<String> notice) {
  public Board {
    notice = List.copyOf(notice);
    closed = List.copyOf(closed);
    alerts = List.copyOf(alerts);
    progress = List.copyOf(progress);
  }

  /** Without a notice. */
  public Board(String title, ZoneId zone, boolean hasShipper, OpenTurns open, List<RecentEvents.Seen<
      Turn>> closed,
      List<RecentEvents.Seen<Alert>> alerts, Counts counts, List<Progress> progress, Readiness readiness,
      Shipped shipped) {
    this(title, zone, hasShipper, open, closed, alerts, counts, progress, readiness, shipped, List.of());
  }

  /** The same with one. */
  public Board with(List<String> words) {
    return new Board(title, zone, hasShipper, open, closed, alerts, counts, progress, readiness, shipped,
        words);
  }

  /** How much, and how fast: {@code unseen} changes came too fast to be shown one by one. */
  public record Counts(long closed, long raised, int closedInAMinute, double linesASecond, long unseen) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);
  }

  long processed() {
    return progress.stream().mapToLong(Progress::processed).sum();
  }

  /** The partition that waits the most, as {@code 2: 140}; empty when none waits. */
  String slowest() {
    return progress.stream().filter(one -> one.lag() > 0)
        .max(Comparator.comparingLong(Progress::lag)).map(one -> one.partition() + ": " + CountWords.number(
            one
                .lag()))
        .orElse("");
  }
}
