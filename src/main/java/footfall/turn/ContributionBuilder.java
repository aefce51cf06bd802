package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Computes the contribution of a turn. The first {@link TurnRules#TOOLS_MAX} tools and
 * {@link TurnRules#FAILURES_MAX} kinds of failures are counted individually, further ones together. The tool
 * of a failure is always one of the counted tools.
 */
final class ContributionBuilder {
    private final Map<String, Integer> calls = new LinkedHashMap<>();
    private final Map<Failure, Integer> failures = new LinkedHashMap<>();
    private final Map<Failure, String> errors = new LinkedHashMap<>();
    private final Consumer<Output> out;

    private ContributionBuilder(Consumer<Output> out) {
        this.out = out;
    }

    private record Failure(ErrorCategory category, String subject, String tool) {}

    static Contribution steps(Turn turn, List<StepRow> steps, Consumer<Output> out) {
        var sum = new ContributionBuilder(out);
        steps.forEach(sum::add);
        return sum.of(turn);
    }

    private void add(StepRow step) {
        var tool = tool(step.use().tool());
        calls.merge(tool, 1, Integer::sum);
        if (step.result().outcome() == Outcome.ERROR) {
            var failure = failure(new Failure(step.result().category(), step.subject(), tool));
            failures.merge(failure, 1, Integer::sum);
            errors.put(failure, Text.cut(step.result().error(), TurnBuilder.ERROR_MAX));
        }
    }

    private String tool(String name) {
        if (calls.containsKey(name) || calls.size() < TurnRules.TOOLS_MAX) {
            return name;
        }
        out.accept(new Output.Pooled(Output.Pooled.Names.TOOLS));
        return TurnRules.OTHER;
    }

    /** Keeps the tool, and the category while there are few such pairs. */
    private Failure failure(Failure failure) {
        if (failures.containsKey(failure) || failures.size() < TurnRules.FAILURES_MAX) {
            return failure;
        }
        out.accept(new Output.Pooled(Output.Pooled.Names.FAILURES));
        var pooled = new Failure(failure.category, TurnRules.OTHER, failure.tool);
        return failures.containsKey(pooled) || failures.size() < 2 * TurnRules.FAILURES_MAX
                ? pooled
                : new Failure(ErrorCategory.OTHER, TurnRules.OTHER, failure.tool);
    }

    private Contribution of(Turn turn) {
        return new Contribution(
                turn.size().pattern(),
                turn.size().length(),
                turn.size().isLong(),
                turn.span().startedAt(),
                calls.entrySet().stream()
                        .map(e -> new Contribution.Calls(e.getKey(), e.getValue()))
                        .toList(),
                failures.entrySet().stream()
                        .map(e -> failures(e.getKey(), e.getValue()))
                        .toList());
    }

    private Contribution.Failures failures(Failure failure, int count) {
        return new Contribution.Failures(
                failure.category(), failure.subject(), failure.tool(), count, errors.get(failure));
    }
}
