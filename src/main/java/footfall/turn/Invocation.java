package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import java.time.Instant;

/** One step with what it needs of its turn to stand alone: a row of the topic {@code invocations}. */
public record Invocation(
    String turnId,
    int turnSequence,
    int turnLength,
    boolean isLong,
    int revision,
    String sessionId,
    String agentId,
    String copyOf,
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
    String subagent,
    String project,
    String host,
    String user) {

  static Invocation of(Turn turn, Step step) {
    return new Invocation(
        turn.turnId(),
        step.sequence(),
        turn.length(),
        turn.isLong(),
        turn.revision(),
        turn.sessionId(),
        turn.agentId(),
        turn.copyOf(),
        step.tool(),
        step.toolUseId(),
        step.startedAt(),
        step.completedAt(),
        step.parallel(),
        step.outcome(),
        step.error(),
        step.category(),
        step.bashCategory(),
        step.fileExtension(),
        step.inputBytes(),
        step.resultBytes(),
        step.subagent(),
        turn.project(),
        turn.host(),
        turn.user());
  }
}
