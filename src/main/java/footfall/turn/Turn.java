package footfall.turn;

import footfall.line.Trigger;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A turn as it is emitted: the work between a prompt and its end. Fields as in the topic {@code turns};
 * absent ones are null. {@code length}, {@code tokens} and {@code pattern} are exact even where {@code
 * stepsOmitted} is not 0. Of one {@code turnId} the highest {@code revision} is what holds.
 */
public record Turn(
    String turnId,
    String sessionId,
    String agentId,
    int index,
    Trigger trigger,
    String promptUuid,
    String promptId,
    String copyOf,
    Instant startedAt,
    Instant endedAt,
    long durationMs,
    Long elapsedMs,
    ClosedBy closedBy,
    boolean interrupted,
    List<Step> steps,
    int stepsOmitted,
    String parentTurnId,
    String parentToolUseId,
    int length,
    String pattern,
    boolean isLong,
    Tokens tokens,
    List<String> models,
    BigDecimal costUsd,
    List<String> unpricedModels,
    int compactions,
    int revision,
    String agentVersion,
    String project,
    String host,
    String user) {

  public Turn {
    steps = List.copyOf(steps);
    models = List.copyOf(models);
    unpricedModels = List.copyOf(unpricedModels);
  }

  /** The turn with at most {@code max} of its steps, the first and the last ones. */
  public Turn withSteps(int max) {
    if (steps.size() <= max) {
      return this;
    }
    var kept = new ArrayList<>(steps.subList(0, (max + 1) / 2));
    kept.addAll(steps.subList(steps.size() - max / 2, steps.size()));
    return with(kept, stepsOmitted + steps.size() - kept.size(), revision, copyOf);
  }

  Turn revised(int number) {
    return with(steps, stepsOmitted, number, copyOf);
  }

  /** The turn as the copy of another session's; null: as none. */
  public Turn asCopyOf(String owner) {
    return with(steps, stepsOmitted, revision, owner);
  }

  private Turn with(List<Step> kept, int omitted, int number, String owner) {
    return new Turn(
        turnId,
        sessionId,
        agentId,
        index,
        trigger,
        promptUuid,
        promptId,
        owner,
        startedAt,
        endedAt,
        durationMs,
        elapsedMs,
        closedBy,
        interrupted,
        kept,
        omitted,
        parentTurnId,
        parentToolUseId,
        length,
        pattern,
        isLong,
        tokens,
        models,
        costUsd,
        unpricedModels,
        compactions,
        number,
        agentVersion,
        project,
        host,
        user);
  }
}
