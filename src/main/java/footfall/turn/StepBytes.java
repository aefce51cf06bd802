package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/** The bytes of a step: the components in the order of the record. */
final class StepBytes {
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();
  private static final BashCategory[] BASH_CATEGORIES = BashCategory.values();

  private StepBytes() {}

  static void write(RowWriter out, StepRow step) {
    out.unsigned(step.sequence());
    out.text(step.tool());
    out.text(step.toolUseId());
    out.text(step.batch().messageId());
    out.text(step.batch().parentUuid());
    out.unsigned(step.batch().resultsBefore());
    out.instant(step.startedAt());
    out.instant(step.completedAt());
    out.constant(step.outcome());
    out.text(step.error());
    out.constant(step.category());
    out.text(step.subject());
    out.constant(step.bashCategory());
    out.text(step.fileExtension());
    out.unsigned(step.inputBytes());
    out.unsigned(step.resultBytes());
    out.text(step.subagent());
    out.unsigned(step.emissionsBefore());
  }

  static StepRow read(RowReader in) {
    return new StepRow(
        in.number(),
        in.text(),
        in.text(),
        new StepRow.Batch(in.text(), in.text(), in.number()),
        in.instant(),
        in.instant(),
        in.constant(OUTCOMES),
        in.text(),
        in.constant(CATEGORIES),
        in.text(),
        in.constant(BASH_CATEGORIES),
        in.text(),
        in.unsigned(),
        in.unsigned(),
        in.text(),
        in.number());
  }
}
