package footfall.eventlog;

import footfall.turn.Step;
import footfall.turn.Turn;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of a turn. A step without a time of its own has that of the step before it, the first one that
 * of the turn's start; only a turn in which nothing has a time has no events. A result that claims to be
 * older than its call completes it at once.
 */
public final class Events {
  private Events() {}

  /** In {@link Event#ORDER}: all steps that the turn carries, or none when no time is known. */
  public static List<Event> of(Turn turn, LogRules rules) {
    var events = new ArrayList<Event>(turn.steps().size());
    if (!isTimed(turn)) {
      return events;
    }
    var caseId = rules.caseBy().idOf(turn);
    var at = turn.startedAt();
    for (var step : turn.steps()) {
      at = step.startedAt() == null ? at : step.startedAt();
      var start = at.truncatedTo(ChronoUnit.MILLIS);
      events.add(new Event(caseId, rules.activityBy().nameOf(step), start, complete(start, step), turn,
          step));
    }
    events.sort(Event.ORDER);
    return events;
  }

  /** When the first event of a turn is; null when it has none. */
  public static Instant firstAt(Turn turn) {
    if (!isTimed(turn)) {
      return null;
    }
    Instant first = null;
    var at = turn.startedAt();
    for (var step : turn.steps()) {
      at = step.startedAt() == null ? at : step.startedAt();
      var complete = complete(at.truncatedTo(ChronoUnit.MILLIS), step);
      first = first == null || complete.isBefore(first) ? complete : first;
    }
    return first;
  }

  /** A turn starts at its prompt or else with the first line that has a time. */
  private static boolean isTimed(Turn turn) {
    return turn.startedAt() != null;
  }

  private static Instant complete(Instant start, Step step) {
    var at = step.completedAt();
    return at == null || at.isBefore(start) ? start : at.truncatedTo(ChronoUnit.MILLIS);
  }
}
