package footfall.turn;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Tells whether a turn says something else than when it was last emitted: the first 8 bytes of the SHA-256
 * over its fields but the revision. Kept in the store: another order of the fields is one more revision of
 * every turn touched.
 */
final class Fingerprint {
  private Fingerprint() {}

  static long of(Turn turn) {
    var out = new RowWriter();
    writeWhatStepsRepeat(out, turn);
    out.constant(turn.trigger());
    out.text(turn.promptUuid());
    out.text(turn.promptId());
    out.instant(turn.startedAt());
    out.instant(turn.endedAt());
    out.unsigned(turn.durationMs());
    out.constant(turn.closedBy());
    out.flag(turn.interrupted());
    out.text(turn.parentTurnId());
    out.text(turn.parentToolUseId());
    out.unsigned(turn.compactions());
    out.text(turn.agentVersion());
    writeSpent(out, turn);
    turn.steps().forEach(step -> write(out, step));
    return hash(out.done());
  }

  /** Of the turn only what stands in every row of its steps. */
  static long ofWhatStepsRepeat(Turn turn) {
    var out = new RowWriter();
    writeWhatStepsRepeat(out, turn);
    return hash(out.done());
  }

  private static void writeWhatStepsRepeat(RowWriter out, Turn turn) {
    out.text(turn.turnId());
    out.unsigned(turn.length());
    out.flag(turn.isLong());
    out.text(turn.copyOf());
    out.text(turn.project());
    out.text(turn.host());
    out.text(turn.user());
  }

  private static void writeSpent(RowWriter out, Turn turn) {
    out.unsigned(turn.tokens().input());
    out.unsigned(turn.tokens().output());
    out.unsigned(turn.tokens().cacheCreation());
    out.unsigned(turn.tokens().cacheRead());
    out.unsigned(turn.models().size());
    turn.models().forEach(out::text);
    out.text(turn.costUsd() == null ? null : turn.costUsd().toPlainString());
    out.unsigned(turn.unpricedModels().size());
    turn.unpricedModels().forEach(out::text);
  }

  private static void write(RowWriter out, Step step) {
    out.text(step.tool());
    out.text(step.toolUseId());
    out.instant(step.startedAt());
    out.instant(step.completedAt());
    out.flag(step.parallel());
    out.constant(step.outcome());
    out.text(step.error());
    out.constant(step.category());
    out.constant(step.bashCategory());
    out.text(step.fileExtension());
    out.unsigned(step.inputBytes());
    out.unsigned(step.resultBytes());
    out.text(step.subagent());
  }

  private static long hash(byte[] bytes) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes)).getLong();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
