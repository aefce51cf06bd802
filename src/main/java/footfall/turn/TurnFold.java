package footfall.turn;

import footfall.line.Line;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Folds lines into turns as {@code topology-docs/turns.md} defines: (rows, line) to (rows, outputs), and the
 * same for a timer and for the end of all lines. Holds no state itself. A line at or below the high-water
 * mark of its file changes nothing, so any part of a file may be fed again.
 */
public final class TurnFold {
  private final TurnRules rules;

  public TurnFold(TurnRules rules) {
    this.rules = rules;
  }

  /** Takes one line in. */
  public Admission line(Rows rows, Arrival arrival, Line line, Consumer<Output> out) {
    if (line instanceof Line.Nothing) {
      return Admission.REFUSED;
    }
    var id = new TrailId(line.envelope().session(), line.envelope().agent());
    var key = FoldRows.trail(id);
    var stored = rows.get(key);
    var trail = stored == null ? Trail.first(arrival) : stored.edit();
    var work = new FoldCall(around(rows, out), id, trail);
    if (!Marks.admit(work, arrival)) {
      out.accept(new Output.Ignored(Output.Ignored.Reason.LINE_SEEN_BEFORE));
      return Admission.REFUSED;
    }
    trail.lastArrival = arrival.at(); // Earlier than before when the clock was set back.
    trail.live = isLive(trail, arrival, line);
    if (trail.stub) {
      Links.revive(work);
    }
    Links.nameProject(work, line.envelope().project());
    // An interrupt ends the prompt that it belongs to.
    boolean wasCopy = line instanceof Line.Interrupt && trail.isCopy();
    int turns = trail.nextIndex;
    line.match(new LineEvents(work, arrival));
    work.store();
    return Admission.of(trail, wasCopy, turns);
  }

  /** A line without a time is as old as the one before it. */
  private boolean isLive(Trail.Edit trail, Arrival arrival, Line line) {
    var at = line.envelope().at();
    return at == null ? trail.live : !at.isBefore(arrival.at().minus(rules.timers().watch().maxAge()));
  }

  /**
   * Does what is due in a trail: emits its turn as if no more lines came, tells that it is open still, or
   * expires it. Nothing while the trail's task is behind.
   */
  public void timer(Rows rows, TrailId id, Tick tick, Consumer<Output> out) {
    var stored = rows.get(FoldRows.trail(id));
    if (tick.isBehind() || stored == null) {
      return;
    }
    var work = new FoldCall(around(rows, out), id, stored.edit());
    if (!stored.due(rules.timers()).isAfter(tick.now())) {
      fire(work, stored, tick.now());
    } else {
      work.rearm();
    }
  }

  private void fire(FoldCall work, Trail stored, Instant now) {
    boolean headIsDue = stored.isHeadDue(rules.timers(), now);
    boolean touchedIsDue = stored.isTouchedDue(rules.timers(), now);
    boolean watchIsDue = stored.isWatchDue(rules.timers().watch(), now);
    if (!headIsDue && !touchedIsDue && !watchIsDue) {
      Expiry.of(work);
      return;
    }
    if (touchedIsDue) {
      settleTouched(work);
    }
    if (headIsDue) {
      Emission.emit(work, work.trail.head);
    } else if (watchIsDue) {
      var open = Duration.between(stored.openSince(), now);
      work.trail.head.watched = rules.timers().watch().passed(open);
      work.out.accept(new Output.StillOpen(work.current(), open));
    }
    work.rearm();
  }

  /**
   * The clock was set back below the trail's last arrival, and no line may come that says so: its timers
   * begin again from {@code now}.
   */
  public void setBack(Rows rows, TrailId id, Instant now) {
    var stored = rows.get(FoldRows.trail(id));
    if (stored == null) {
      return;
    }
    var work = new FoldCall(around(rows, output -> {}), id, stored.edit());
    work.trail.lastArrival = stored.lastArrival().isAfter(now) ? now : stored.lastArrival();
    work.trail.touched = stored.touched() != null && stored.touched().isAfter(now) ? now : stored.touched();
    work.rearm();
  }

  /** No more lines: emits what a trail has not emitted yet. */
  public void end(Rows rows, TrailId id, Consumer<Output> out) {
    var work = new FoldCall(around(rows, out), id, rows.get(FoldRows.trail(id)).edit());
    if (work.trail.touched != null) {
      settleTouched(work);
    }
    if (work.trail.head != null && work.trail.head.dirty) {
      Emission.emit(work, work.trail.head);
    }
    work.rearm();
  }

  private FoldCall.Dependencies around(Rows rows, Consumer<Output> out) {
    return new FoldCall.Dependencies(rules, rows, out);
  }

  /** The tools of a turn so far. */
  public static String patternSoFar(Rows rows, TrailId trail, int index) {
    return Shape.of(steps(rows, trail, index).stream().map(step -> step.use().tool()).toList());
  }

  /** The steps of a turn in their order, as far as rows are kept of it. */
  public static List<StepRow> steps(Rows rows, TrailId trail, int index) {
    return Emission.steps(rows, trail, index);
  }

  /** The current turn of a trail as if no more lines came; changes nothing. */
  public Optional<Turn> asItIs(Rows rows, TrailId id) {
    var stored = rows.get(FoldRows.trail(id));
    if (stored == null || stored.head() == null) {
      return Optional.empty();
    }
    var work = new FoldCall(around(rows, output -> {}), id, stored.edit());
    var emitted = rows.get(RowKey.turn(FoldRows.EMITTED, id, stored.head().index()));
    return Optional.of(Emission.asItIs(work, stored.head()).revised(emitted == null ? 0 : emitted.revision()
        + 1)
        .withSteps(rules.stepsMax()));
  }

  /**
   * Looks again at what was emitted: another trail has changed what it says. A turn that runs on has its own
   * timer.
   */
  private static void settleTouched(FoldCall work) {
    work.trail.touched = null;
    Links.emitPast(work);
    var head = work.trail.head;
    if (head != null && head.emissions > 0 && !head.dirty) {
      Emission.emit(work, head);
    }
  }
}
