package footfall.view;

import footfall.pattern.Tool;
import java.util.List;

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
