package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.Trigger;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.math.BigDecimal;

/**
 * The bytes of a turn that is put aside for a while: the components in the order of the record. Good within
 * one run only: they have no version.
 */
public final class TurnBytes {
  private static final Trigger[] TRIGGERS = Trigger.values();
  private static final ClosedBy[] CLOSED_BY = ClosedBy.values();
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();
  private static final BashCategory[] BASH_CATEGORIES = BashCategory.values();

  private TurnBytes() {}

  public static byte[] of(Turn turn) {
    var out = new RowWriter();
    out.text(turn.turnId());
    out.text(turn.sessionId());
    out.text(turn.agentId());
    out.unsigned(turn.index());
    out.constant(turn.trigger());
    out.text(turn.promptUuid());
    out.text(turn.promptId());
    out.text(turn.copyOf());
    out.instant(turn.startedAt());
    out.instant(turn.endedAt());
    out.unsigned(turn.durationMs());
    out.text(turn.elapsedMs() == null ? null : turn.elapsedMs().toString());
    out.constant(turn.closedBy());
    out.flag(turn.interrupted());
    out.list(turn.steps(), TurnBytes::writeStep);
    out.unsigned(turn.stepsOmitted());
    out.text(turn.parentTurnId());
    out.text(turn.parentToolUseId());
    out.unsigned(turn.length());
    out.text(turn.pattern());
    out.flag(turn.isLong());
    out.unsigned(turn.tokens().cacheCreation1h());
    writeSpent(out, turn);
    out.unsigned(turn.compactions());
    out.unsigned(turn.revision());
    out.text(turn.agentVersion());
    out.text(turn.project());
    out.text(turn.host());
    out.text(turn.user());
    return out.done();
  }

  private static void writeStep(RowWriter out, Step step) {
    out.unsigned(step.sequence());
    write(out, step);
  }

  /** All but its place: {@link Fingerprint} keeps a hash of these bytes and those of {@link #writeSpent}. */
  static void write(RowWriter out, Step step) {
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

  static void writeSpent(RowWriter out, Turn turn) {
    out.unsigned(turn.tokens().input());
    out.unsigned(turn.tokens().output());
    out.unsigned(turn.tokens().cacheCreation());
    out.unsigned(turn.tokens().cacheRead());
    out.list(turn.models(), RowWriter::text);
    out.text(turn.costUsd() == null ? null : turn.costUsd().toPlainString());
    out.list(turn.unpricedModels(), RowWriter::text);
  }

  /** Reads what {@link #of} wrote. */
  public static Turn read(byte[] bytes) {
    var in = new RowReader(bytes);
    return new Turn(
        in.text(),
        in.text(),
        in.text(),
        in.number(),
        in.constant(TRIGGERS),
        in.text(),
        in.text(),
        in.text(),
        in.instant(),
        in.instant(),
        in.unsigned(),
        whole(in.text()),
        in.constant(CLOSED_BY),
        in.flag(),
        in.list(TurnBytes::step),
        in.number(),
        in.text(),
        in.text(),
        in.number(),
        in.text(),
        in.flag(),
        tokens(in),
        in.list(RowReader::text),
        decimal(in.text()),
        in.list(RowReader::text),
        in.number(),
        in.number(),
        in.text(),
        in.text(),
        in.text(),
        in.text());
  }

  private static Tokens tokens(RowReader in) {
    long hourWrites = in.unsigned();
    return new Tokens(in.unsigned(), in.unsigned(), in.unsigned(), hourWrites, in.unsigned());
  }

  private static Step step(RowReader in) {
    return new Step(
        in.number(),
        in.text(),
        in.text(),
        in.instant(),
        in.instant(),
        in.flag(),
        in.constant(OUTCOMES),
        in.text(),
        in.constant(CATEGORIES),
        in.constant(BASH_CATEGORIES),
        in.text(),
        in.unsigned(),
        in.unsigned(),
        in.text());
  }

  private static Long whole(String text) {
    return text == null ? null : Long.valueOf(text);
  }

  private static BigDecimal decimal(String text) {
    return text == null ? null : new BigDecimal(text);
  }
}
