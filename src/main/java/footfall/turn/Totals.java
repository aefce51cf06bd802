package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** All calls of a turn by tool, and its failed calls by kind. */
public record Totals(List<Calls> calls, List<Failures> failures) {
    public Totals {
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /** The calls of one tool in the turn. */
    public record Calls(String tool, int count) {}

    /** Failed calls of one kind in the turn; {@code error} is the latest text, null when it was redacted. */
    public record Failures(ErrorCategory category, String subject, String tool, int count, String error) {}

    /** The names of a turn of which only so many are kept; the words are names of counters. */
    public enum PooledNames {
        MODELS,
        TOOLS,
        FAILURES,
        LOOPS;

        public String word() {
            return name().toLowerCase(Locale.ROOT) + "-pooled";
        }
    }

    /**
     * Counts the calls and failures of a turn. The first {@link TurnRules#TOOLS_MAX} tools and
     * {@link TurnRules#FAILURES_MAX} kinds of failures are counted individually, further ones together. The tool
     * of a failure is always one of the counted tools.
     */
    static final class Builder {
        private final Map<String, Integer> calls = new LinkedHashMap<>();
        private final Map<Failure, Integer> failures = new LinkedHashMap<>();
        private final Map<Failure, String> errors = new LinkedHashMap<>();
        private final Consumer<PooledNames> out;

        private Builder(Consumer<PooledNames> out) {
            this.out = out;
        }

        private record Failure(ErrorCategory category, String subject, String tool) {
            // As in RowKey.
            @Override
            public boolean equals(Object other) {
                return other instanceof Failure one
                        && category == one.category
                        && Objects.equals(subject, one.subject)
                        && tool.equals(one.tool);
            }

            @Override
            public int hashCode() {
                return Objects.hashCode(subject) * 31 + tool.hashCode();
            }
        }

        static Totals of(List<Step> steps, Consumer<PooledNames> out) {
            var sum = new Builder(out);
            steps.forEach(sum::add);
            return sum.totals();
        }

        private void add(Step step) {
            var tool = tool(step.use().tool());
            calls.merge(tool, 1, Integer::sum);
            if (step.result().outcome() == Outcome.ERROR) {
                var failure = failure(new Failure(step.result().category(), step.failedSubject(), tool));
                failures.merge(failure, 1, Integer::sum);
                errors.put(failure, step.result().error());
            }
        }

        private String tool(String name) {
            if (calls.containsKey(name) || calls.size() < TurnRules.TOOLS_MAX) {
                return name;
            }
            out.accept(PooledNames.TOOLS);
            return TurnRules.OTHER;
        }

        /** Keeps the tool, and the category while there are few such pairs. */
        private Failure failure(Failure failure) {
            if (failures.containsKey(failure) || failures.size() < TurnRules.FAILURES_MAX) {
                return failure;
            }
            out.accept(PooledNames.FAILURES);
            var pooled = new Failure(failure.category, TurnRules.OTHER, failure.tool);
            return failures.containsKey(pooled) || failures.size() < 2 * TurnRules.FAILURES_MAX
                    ? pooled
                    : new Failure(ErrorCategory.OTHER, TurnRules.OTHER, failure.tool);
        }

        private Totals totals() {
            return new Totals(
                    calls.entrySet().stream()
                            .map(e -> new Totals.Calls(e.getKey(), e.getValue()))
                            .toList(),
                    failures.entrySet().stream()
                            .map(e -> failures(e.getKey(), e.getValue()))
                            .toList());
        }

        private Totals.Failures failures(Failure failure, int count) {
            return new Totals.Failures(
                    failure.category(), failure.subject(), failure.tool(), count, errors.get(failure));
        }
    }
}
