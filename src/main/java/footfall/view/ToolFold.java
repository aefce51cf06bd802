package footfall.view;

import footfall.line.Outcome;
import footfall.turn.Position;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.view.Shard.ToolPart;
import java.util.HashMap;
import java.util.Map;

/** Folds turns into the {@link ToolPart} of one tool. Copies contribute nothing. */
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

    public ToolPart part(long scanned, Position reached) {
        return new ToolPart(failures, next, last, unknown, afterFailure, scanned, reached);
    }
}
