package footfall.turn;

import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.TrailId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** An output of the fold for a line or a timer. */
public sealed interface Output {
  /** A turn closed, by its lines or as if no more came. */
  sealed interface Closed extends Output permits TurnEmitted, TurnUnchanged {
    TrailId trail();

    Turn turn();
  }

  /**
   * A turn closed, or a closed turn changed. {@code invocations} are the steps with changed rows;
   * {@code before} and {@code after} the contributions to the tallies, null for none.
   */
  record TurnEmitted(TrailId trail, Turn turn, List<Invocation> invocations, Contribution before,
      Contribution after)
      implements Closed {
    public TurnEmitted {
      invocations = List.copyOf(invocations);
    }
  }

  /** An emitted turn closed again unchanged: there is no new revision. */
  record TurnUnchanged(TrailId trail, Turn turn) implements Closed {}

  /** The current turn of a trail as it is now, with what the trail knows of where and whose it is. */
  record Current(TrailId trail, Head head, Origin origin) {}

  /** A long turn got one more step. {@code lineAt} is the line's own time, null when absent. */
  record StepTaken(Current turn, Instant lineAt) implements Output {}

  /** A call of the current turn got its result; {@code lineAt} as above. */
  record StepCompleted(Current turn, StepRow step, Instant lineAt) implements Output {}

  /** The current turn has been open for this long. */
  record StillOpen(Current turn, Duration open) implements Output {}

  /** A trail expired to a stub, or completely ({@code isGone}). */
  record Expired(TrailId trail, boolean isGone) implements Output {}

  /** The file of a trail was replaced: its earlier lines no longer count. */
  record StartedOver(TrailId trail) implements Output {}

  /** A turn exceeded a maximum number of names: one was counted as {@link TurnRules#OTHER}. */
  record Pooled(Names names) implements Output {
    /** What exceeded its maximum; the words are names of counters. */
    public enum Names {
      MODELS,
      TOOLS,
      FAILURES;

      public String word() {
        return name().toLowerCase(Locale.ROOT) + "-pooled";
      }
    }
  }

  /** A call of the current turn failed. {@code lineAt} is the time of its result, null when absent. */
  record StepFailed(TrailId trail, String tool, boolean isCopy, Instant lineAt) implements Output {}

  /** Lines of this session are missing before {@code offset}: {@code expected} was sent but not received. */
  record Gap(SessionId session, FileId file, long expected, long offset) implements Output {}

  /** A line or result was ignored. */
  record Ignored(Reason reason) implements Output {
    /** The reason; the words are names of counters. */
    public enum Reason {
      LINE_SEEN_BEFORE,
      RESULT_WITHOUT_CALL,
      RESULT_SEEN_BEFORE,
      CALL_SEEN_BEFORE;

      public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }
  }
}
