package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import java.util.LinkedHashMap;
import java.util.List;

/** Sums up what a turn gives to the tallies. */
final class ContributionOf {
  private ContributionOf() {}

  private record Failure(ErrorCategory category, String subject, String tool) {}

  static Contribution steps(Turn turn, List<StepRow> steps) {
    var calls = new LinkedHashMap<String, Integer>();
    var failures = new LinkedHashMap<Failure, Integer>();
    var errors = new LinkedHashMap<Failure, String>();
    for (var step : steps) {
      calls.merge(step.tool(), 1, Integer::sum);
      if (step.outcome() == Outcome.ERROR) {
        var failure = new Failure(step.category(), step.subject(), step.tool());
        failures.merge(failure, 1, Integer::sum);
        errors.put(failure, Text.cut(step.error(), TurnOf.ERROR_MAX));
      }
    }
    return new Contribution(
        turn.pattern(),
        turn.length(),
        turn.isLong(),
        turn.startedAt(),
        calls.entrySet().stream().map(e -> new Contribution.Calls(e.getKey(), e.getValue())).toList(),
        failures.entrySet().stream().map(e -> failures(e.getKey(), e.getValue(), errors.get(e.getKey())))
            .toList());
  }

  private static Contribution.Failures failures(Failure failure, int count, String error) {
    return new Contribution.Failures(failure.category(), failure.subject(), failure.tool(), count, error);
  }
}
