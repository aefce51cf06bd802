package footfall.view;

import footfall.line.Outcome;
import footfall.pattern.Tool;
import footfall.turn.Position;
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
        add(TurnDigest.of(turn));
    }

    /** Totals count all failures of a turn that omits steps. */
    public void add(TurnDigest turn) {
        if (turn.used().copyOf() != null) {
            return;
        }
        if (turn.totals() != null) {
            turn.totals().failures().stream()
                    .filter(failed -> failed.tool().equals(tool))
                    .forEach(failed -> failures.merge(failed.category().word(), (long) failed.count(), Long::sum));
        }
        for (var calls : turn.calls()) {
            if (calls.tool().equals(tool)) {
                add(calls);
                if (turn.totals() == null && calls.outcome() == Outcome.ERROR) {
                    failures.merge(calls.category().word(), (long) calls.count(), Long::sum);
                }
            }
        }
    }

    private void add(TurnDigest.Calls calls) {
        long count = calls.count();
        if (calls.next() == null) {
            last += count;
        } else if (calls.next().equals(TurnDigest.Calls.OMITTED)) {
            unknown += count;
        } else {
            next.merge(calls.next(), count, Long::sum);
            if (calls.outcome() == Outcome.ERROR) {
                afterFailure.merge(calls.next(), count, Long::sum);
            }
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
