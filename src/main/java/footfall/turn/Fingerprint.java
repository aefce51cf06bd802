package footfall.turn;

import footfall.row.RowWriter;
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
    TurnBytes.writeSpent(out, turn);
    turn.steps().forEach(step -> TurnBytes.write(out, step));
    // Only where there are some: without, the hash stays that of builds that did not count them.
    if (turn.tokens().cacheCreation1h() > 0) {
      out.unsigned(turn.tokens().cacheCreation1h());
    }
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

  private static long hash(byte[] bytes) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes)).getLong();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
