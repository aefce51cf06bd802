package footfall.turn;

import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.line.TrailId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What the fold has to say about a line or a timer. */
public sealed interface Output {
  /** A turn is closed, as its lines say or as if no more of them came. */
  sealed interface Closed extends Output permits TurnEmitted, TurnUnchanged {
    TrailId trail();

    Turn turn();
  }

  /**
   * A turn closed, or one that had closed changed. {@code invocations} are the steps whose rows changed;
   * {@code before} and {@code after} what the turn gave and gives to the tallies, null for nothing.
   */
  record TurnEmitted(TrailId trail, Turn turn, List<Invocation> invocations, Contribution before,
      Contribution after)
      implements Closed {
    public TurnEmitted {
      invocations = List.copyOf(invocations);
    }
  }

  /** A turn that was emitted before closed again, and nothing in it has changed: it makes no revision. */
  record TurnUnchanged(TrailId trail, Turn turn) implements Closed {}

  /** The current turn of a trail as it is now, with what the trail knows of where and whose it is. */
  record Current(TrailId trail, Head head, Origin origin) {}

  /**
   * A long turn has one step more. {@code lineAt} is the line's own time, null without one.
   */
  record StepTaken(Current turn, Instant lineAt) implements Output {}

  /** A call of the current turn has its result; {@code lineAt} as above. */
  record StepCompleted(Current turn, StepRow step, Instant lineAt) implements Output {}

  /** The current turn is open for so long, and nothing has come that closes it. */
  record StillOpen(Current turn, Duration open) implements Output {}

  /** A trail was not heard of for so long that its state has shrunk to a stub, or {@code isGone}. */
  record Expired(TrailId trail, boolean isGone) implements Output {}

  /** The file of a trail was replaced: what its lines said counts no more. */
  record StartedOver(TrailId trail) implements Output {}

  /** A turn has more names than are told apart: one of them was counted as {@link TurnRules#OTHER}. */
  record Pooled(Names names) implements Output {
    /** Of what; the names are those of the counters. */
    public enum Names {
      MODELS,
      TOOLS,
      FAILURES;

      public String word() {
        return name().toLowerCase(Locale.ROOT) + "-pooled";
      }
    }
  }

  /** A call of the current turn failed. {@code lineAt} is the time of its result, null without one. */
  record StepFailed(TrailId trail, String tool, boolean isCopy, Instant lineAt) implements Output {}

  /**
   * Lines of this session are missing in front of {@code offset}: {@code expected} was sent and never seen.
   */
  record Gap(SessionId session, FileId file, long expected, long offset) implements Output {}

  /** Something was seen and left without effect. */
  record Ignored(Reason reason) implements Output {
    /** Why; the names are those of the counters. */
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
