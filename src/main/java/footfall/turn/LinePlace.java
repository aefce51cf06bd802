package footfall.turn;

import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.ToolResult;
import footfall.line.TrailId;
import footfall.row.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Where the fold put a line. {@code turn}: the index of its turn, for a prompt that of the turn it opens
 * unless another line prevents it; {@link #NONE} for none. {@code at}: when, null when unknown. {@code steps}: those of
 * the calls in the line, as it says by itself, or else of its results; {@code calls}: those of the calls that it has
 * beside its results.
 */
public record LinePlace(TrailId trail, int turn, Instant at, List<Step> steps, List<Step> calls) {
    public static final int NONE = -1;

    /** The step of a call or result, and its tool. {@code order}: as in {@link StepRow}. */
    public record Step(int order, String tool) {
        /** A result without a call in the current turn. */
        public static final Step NONE = new Step(LinePlace.NONE, null);
        /** A call or result whose step already has one. */
        public static final Step REPEATED = new Step(LinePlace.NONE - 1, null);

        public boolean exists() {
            return order >= 0;
        }
    }

    public LinePlace {
        steps = List.copyOf(steps);
        calls = List.copyOf(calls);
    }

    /** Finds the place of one line, from what the fold did with it. */
    static final class Finder implements Consumer<Output> {
        private final Rows rows;
        private final List<StepRow> appended = new ArrayList<>();
        private final List<StepRow> completed = new ArrayList<>();

        Finder(Rows rows) {
            this.rows = rows;
        }

        @Override
        public void accept(Output output) {
            if (output instanceof Output.StepAppended step) {
                appended.add(step.step());
            } else if (output instanceof Output.StepCompleted step) {
                completed.add(step.step());
            }
        }

        /** Once the line was processed. {@code turn}: that of any line but a prompt. */
        LinePlace of(Line says, Instant at, int turn) {
            var line = says.alone();
            var id = TrailId.of(line.envelope());
            var trail = rows.get(FoldRows.trail(id));
            if (line instanceof Line.Prompt && trail.state() == Trail.State.PENDING) {
                return new LinePlace(id, trail.nextIndex(), at, List.of(), List.of());
            }
            var steps = new ArrayList<Step>();
            line.toolUses().forEach(use -> steps.add(take(appended, use.id(), Step.REPEATED)));
            var calls = new ArrayList<Step>();
            if (steps.isEmpty()) {
                line.results().forEach(result -> steps.add(completed(id, turn, result)));
                says.shown().forEach(use -> calls.add(take(appended, use.id(), Step.REPEATED)));
            }
            return new LinePlace(id, turn, at, steps, calls);
        }

        private static Step take(List<StepRow> from, String call, Step otherwise) {
            for (var rows = from.iterator(); rows.hasNext(); ) {
                var row = rows.next();
                if (Objects.equals(row.use().toolUseId(), call)) {
                    rows.remove();
                    return new Step(row.order(), row.use().tool());
                }
            }
            return otherwise;
        }

        private Step completed(TrailId trail, int turn, ToolResult result) {
            var id = result.toolUseId();
            var row = id == null || turn == NONE ? null : rows.get(FoldRows.step(trail, turn, id));
            if (row == null) {
                return Step.NONE;
            }
            boolean isRunning = row.result().outcome() == Outcome.PENDING;
            return take(
                    completed, id, isRunning ? new Step(row.order(), row.use().tool()) : Step.REPEATED);
        }
    }
}
