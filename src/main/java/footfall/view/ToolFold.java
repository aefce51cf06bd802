package footfall.view;

import footfall.line.Outcome;
import footfall.pattern.Tool;
import footfall.turn.Position;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Folds turns into the {@link Shard.ToolPart} of one tool. Copies contribute nothing. */
public final class ToolFold {
    private final String tool;
    private final Map<String, Long> failures = new HashMap<>();
    private final Map<String, Long> next = new HashMap<>();
    private final Map<String, Long> afterFailure = new HashMap<>();
    private long last;
    private long unknown;

    public ToolFold(String tool) {
        this.tool = tool;
    }

    public void add(Turn turn) {
        if (turn.prompt().copyOf() != null) {
            return;
        }
        if (turn.totals() != null) {
            turn.totals().failures().stream()
                    .filter(failed -> failed.tool().equals(tool))
                    .forEach(failed -> failures.merge(failed.category().word(), (long) failed.count(), Long::sum));
        }
        var steps = turn.steps();
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).use().tool().equals(tool)) {
                add(steps.get(i), i + 1 < steps.size() ? steps.get(i + 1) : null);
                countFailure(turn, steps.get(i));
            }
        }
    }

    /** Totals count all failures of a turn that omits steps. */
    private void countFailure(Turn turn, Step step) {
        if (turn.totals() == null && step.result().outcome() == Outcome.ERROR) {
            failures.merge(step.result().category().word(), 1L, Long::sum);
        }
    }

    private void add(Step step, Step following) {
        if (following == null) {
            last++;
        } else if (following.sequence() == step.sequence() + 1) {
            var called = following.use().tool();
            next.merge(called, 1L, Long::sum);
            if (step.result().outcome() == Outcome.ERROR) {
                afterFailure.merge(called, 1L, Long::sum);
            }
        } else {
            unknown++;
        }
    }

    public Shard.ToolPart part(long scanned, Position reached) {
        return new Shard.ToolPart(failures, next, last, unknown, afterFailure, scanned, reached);
    }

    /**
     * One tool: its tally, its failed calls by category, and the tools called next in the same turn, each the most
     * frequent first. {@code last}: calls that ended their turn; {@code unknown}: calls whose next step is omitted
     * from the turn's record. {@code afterFailure}: as {@code next}, of the failed calls; empty from an earlier build.
     */
    public record ToolDetail(
            Tool tool, List<Count> failures, List<Count> next, long last, long unknown, List<Count> afterFailure) {
        public ToolDetail {
            failures = List.copyOf(failures);
            next = List.copyOf(next);
            afterFailure = afterFailure == null ? List.of() : List.copyOf(afterFailure);
        }

        /** A category or a tool, and the number of calls. */
        public record Count(String name, long count) {}
    }
}
