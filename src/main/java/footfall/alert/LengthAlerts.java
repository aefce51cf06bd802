package footfall.alert;

import footfall.turn.Key;
import footfall.turn.Output;
import footfall.turn.Rows;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TrailId;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Raises a level when a turn grows over its limit, once, and clears what was raised when the turn is emitted
 * closed.
 */
public final class LengthAlerts {
  private final AlertRules rules;

  public LengthAlerts(AlertRules rules) {
    this.rules = rules;
  }

  /** A turn has one step more, seen at {@code arrival}. */
  public void grown(Rows rows, Output.StepTaken step, Instant arrival, Consumer<Alert> out) {
    int level = rules.lengthLevel(step.head().length());
    if (level == 0 || step.head().isCopy() || isHistory(step, arrival)) {
      return;
    }
    var key = Key.all(Raised.ROW, step.trail());
    var stored = rows.get(key);
    var raised = stored != null && stored.index() == step.head().index() ? stored : Raised.none(step.head()
        .index());
    if (level <= raised.level()) {
      return;
    }
    rows.put(key, raised.with(level, arrival));
    out.accept(raise(rows, step, level, arrival));
  }

  private boolean isHistory(Output.StepTaken step, Instant arrival) {
    return step.lineAt() == null || step.lineAt().isBefore(arrival.minus(rules.alertMaxAge()));
  }

  private Alert raise(Rows rows, Output.StepTaken step, int level, Instant arrival) {
    var head = step.head();
    var turnId = step.trail().turnId(head.index());
    return new Alert(
        id(turnId, level),
        Alert.Kind.LENGTH,
        level,
        Alert.State.RAISED,
        head.length(),
        rules.lengthLimit(level),
        turnId,
        step.trail().session().value(),
        TurnFold.patternSoFar(rows, step.trail(), head.index()),
        step.project(),
        step.host(),
        step.user(),
        head.startedAt(),
        arrival);
  }

  /** A turn was emitted closed. */
  public void closed(Rows rows, TrailId trail, Turn turn, Consumer<Alert> out) {
    var key = Key.all(Raised.ROW, trail);
    var raised = turn.isLong() ? rows.get(key) : null;
    if (raised == null || raised.index() != turn.index() || raised.cleared() == raised.level()) {
      return;
    }
    for (int level = raised.cleared() + 1; level <= raised.level(); level++) {
      if (raised.at().get(level - 1) != null) {
        out.accept(cleared(turn, level, raised.at().get(level - 1)));
      }
    }
    rows.put(key, new Raised(raised.index(), raised.at(), raised.level()));
  }

  private Alert cleared(Turn turn, int level, Instant raisedAt) {
    return new Alert(
        id(turn.turnId(), level),
        Alert.Kind.LENGTH,
        level,
        Alert.State.CLEARED,
        turn.length(),
        rules.lengthLimit(level),
        turn.turnId(),
        turn.sessionId(),
        turn.pattern(),
        turn.project(),
        turn.host(),
        turn.user(),
        turn.startedAt(),
        raisedAt);
  }

  private static String id(String turnId, int level) {
    return turnId + ":" + Alert.Kind.LENGTH.word() + ":" + level;
  }
}
