package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import java.time.Instant;

/**
 * One tool call of a turn. {@code sequence} counts from 0 in file order; {@code category} is that of the
 * error, with outcome {@code error} only; sizes are bytes of the JSON in the transcript; absent components
 * are null.
 */
public record Step(
    int sequence,
    String tool,
    String toolUseId,
    Instant startedAt,
    Instant completedAt,
    boolean parallel,
    Outcome outcome,
    String error,
    ErrorCategory category,
    BashCategory bashCategory,
    String fileExtension,
    long inputBytes,
    long resultBytes,
    String subagent) {
  static Step of(StepRow row, boolean parallel, int errorMax) {
    return new Step(
        row.sequence(),
        row.tool(),
        row.toolUseId(),
        row.startedAt(),
        row.completedAt(),
        parallel,
        row.outcome(),
        Text.cut(row.error(), errorMax),
        row.category(),
        row.bashCategory(),
        row.fileExtension(),
        row.inputBytes(),
        row.resultBytes(),
        row.subagent());
  }
}
