package footfall.turn;

import footfall.line.SkippedTurns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One agent's lines so far, but for the steps. {@code pending} and {@code head} (the current turn, which
 * stays current when it closes) are null when there is none. {@code deadline} is the timer that stands,
 * {@code touched} when another trail last changed what this one's emitted turns say; both null when none.
 * {@code stub}: expired to its marks and next index. {@code live}: its last line with a time was recent at
 * ingestion, by {@link OpenTurnLimits}. {@code skipped}: the turns before its first ones were left out, and
 * nothing of it has expired since.
 */
public record Trail(
    State state,
    int nextIndex,
    Pending pending,
    Head head,
    List<Mark> marks,
    Instant lastArrival,
    Instant deadline,
    Instant touched,
    String project,
    String host,
    String user,
    boolean stub,
    boolean live,
    boolean skipped) {

  /** Of the current turn, but for {@code PENDING}: a prompt waits for the model. */
  public enum State {
    IDLE,
    PENDING,
    OPEN,
    STOPPED
  }

  public Trail {
    marks = List.copyOf(marks);
  }

  /** When a timer has something to do next, if no more lines come. */
  public Instant due(TurnRules.Timers timers) {
    var settled = touched == null ? null : touched.plus(timers.stopGrace());
    var next = earlier(earlier(headDue(timers), settled), watchDue(timers.watch()));
    return next != null
        ? next
        : lastArrival.plus(stub ? timers.stubRetention() : timers.sessionRetention());
  }

  private static Instant earlier(Instant one, Instant other) {
    return one == null || other != null && other.isBefore(one) ? other : one;
  }

  /** Whether the current turn runs, or has just ended and was not emitted yet. */
  public boolean hasOpenTurn() {
    return head != null && head.dirty() && (state == State.OPEN || state == State.STOPPED);
  }

  /** Whether its turn is over unless more lines come. */
  public boolean isEnding() {
    return state == State.STOPPED || head != null && head.endsTurn();
  }

  /** Whether a timer would have something to emit. */
  public boolean isUnsettled() {
    return touched != null || head != null && head.dirty();
  }

  /** Whether it has something to emit, at a time that is later than it can be: the clock was set back. */
  public boolean isAhead(Instant now) {
    return isUnsettled() && (lastArrival.isAfter(now) || touched != null && touched.isAfter(now));
  }

  boolean isHeadDue(TurnRules.Timers timers, Instant now) {
    var due = headDue(timers);
    return due != null && !due.isAfter(now);
  }

  boolean isTouchedDue(TurnRules.Timers timers, Instant now) {
    return touched != null && !touched.plus(timers.stopGrace()).isAfter(now);
  }

  boolean isWatchDue(OpenTurnLimits watch, Instant now) {
    var due = watchDue(watch);
    return due != null && !due.isAfter(now);
  }

  /** Since when the current turn is open; a start that is still to come, by its own clock, is no start. */
  Instant openSince() {
    return head.startedAt() == null || head.startedAt().isAfter(lastArrival) ? lastArrival : head.startedAt();
  }

  /** Never before the last line's arrival: what the line's own time says may be any instant. */
  private Instant watchDue(OpenTurnLimits watch) {
    if (!live || state != State.OPEN || !head.dirty() || head.watched() >= watch.after().size()) {
      return null;
    }
    var due = openSince().plus(watch.after().get(head.watched()));
    return due.isBefore(lastArrival) ? lastArrival : due;
  }

  private Instant headDue(TurnRules.Timers timers) {
    return head != null && head.dirty() ? lastArrival.plus(grace(timers)) : null;
  }

  private Duration grace(TurnRules.Timers timers) {
    if (state != State.OPEN) {
      return timers.stopGrace();
    }
    if (head.endsTurn()) {
      return timers.endTurnGrace();
    }
    var isHistory = head.endedAt() != null && !head.endedAt().isAfter(lastArrival.minus(timers
        .idleTimeout()));
    return isHistory ? timers.stopGrace() : timers.idleTimeout();
  }

  static Edit first(Arrival arrival) {
    var edit = new Edit();
    edit.state = State.IDLE;
    edit.marks = List.of();
    edit.lastArrival = arrival.at();
    edit.host = arrival.host();
    edit.user = arrival.user();
    if (arrival.skipped() != null) {
      skip(edit, arrival.skipped());
    }
    return edit;
  }

  /** Work without a prompt goes on with the last turn, unless a prompt waited: then it begins the next. */
  private static void skip(Edit edit, SkippedTurns skipped) {
    edit.nextIndex = skipped.turns();
    edit.skipped = skipped.turns() > 0;
    boolean goesOn = skipped.turns() > 0 && !skipped.isPrompted();
    var prompt = Pending.unknown(skipped.copyOf());
    edit.head = goesOn ? Head.opened(skipped.turns() - 1, prompt) : null;
    if (skipped.isPrompted()) {
      edit.pending = prompt;
      edit.state = State.PENDING;
    }
  }

  Edit edit() {
    var edit = new Edit();
    edit.state = state;
    edit.nextIndex = nextIndex;
    edit.pending = pending;
    edit.head = head == null ? null : head.edit();
    edit.marks = marks;
    edit.lastArrival = lastArrival;
    edit.deadline = deadline;
    edit.touched = touched;
    edit.project = project;
    edit.host = host;
    edit.user = user;
    edit.stub = stub;
    edit.live = live;
    edit.skipped = skipped;
    return edit;
  }

  /** A trail under work, during one call of the fold. */
  static final class Edit {
    State state;
    int nextIndex;
    Pending pending;
    Head.Edit head;
    List<Mark> marks;
    Instant lastArrival;
    Instant deadline;
    Instant touched;
    String project;
    String host;
    String user;
    boolean stub;
    boolean live;
    boolean skipped;

    private Edit() {}

    /** Whether another session owns the prompt that waits, or else the current turn. */
    boolean isCopy() {
      var prompt = pending != null || head == null ? pending : head.prompt;
      return prompt != null && prompt.copyOf() != null;
    }

    Trail done() {
      var now = head == null ? null : head.done();
      return new Trail(
          state, nextIndex, pending, now, marks, lastArrival, deadline, touched, project, host, user, stub,
          live, skipped);
    }
  }
}
