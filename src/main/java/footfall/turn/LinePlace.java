package footfall.turn;

import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.ToolResult;
import footfall.line.TrailId;
import footfall.row.Rows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Where the fold put a line. {@code turn}: the index of its turn, for a prompt that of the turn it opens
 * unless another line prevents it; {@link #NONE} for none. {@code steps}: those of the calls or results in the
 * line.
 */
public record LinePlace(TrailId trail, int turn, List<Step> steps) {
    public static final int NONE = -1;

    /** The step of a call or result, and its tool. */
    public record Step(int sequence, String tool) {
        /** A result without a call in the current turn. */
        public static final Step NONE = new Step(LinePlace.NONE, null);
        /** A call or result whose step already has one. */
        public static final Step REPEATED = new Step(LinePlace.NONE - 1, null);

        public boolean exists() {
            return sequence >= 0;
        }
    }

    public LinePlace {
        steps = List.copyOf(steps);
    }

    /** The state of a trail before it folds a line: its head, null for none, and the steps that results complete. */
    record Before(Rows rows, TrailId trail, Head head, List<Step> completed) {
        static Before of(Rows rows, TrailId trail, Line line) {
            var head = headOf(rows, trail);
            var completed = new ArrayList<Step>();
            if (line instanceof Line.ToolResults results) {
                var seen = new HashSet<String>();
                for (var result : results.results()) {
                    boolean isFirst = head == null || result.toolUseId() == null || seen.add(result.toolUseId());
                    completed.add(isFirst ? pending(rows, trail, head, result) : Step.REPEATED);
                }
            }
            return new Before(rows, trail, head, completed);
        }

        private static Step pending(Rows rows, TrailId trail, Head head, ToolResult result) {
            var id = result.toolUseId();
            var step = id == null || head == null ? null : rows.get(FoldRows.step(trail, head.index(), id));
            if (step == null) {
                return Step.NONE;
            }
            boolean isPending = step.result().outcome() == Outcome.PENDING;
            return isPending ? new Step(step.sequence(), step.use().tool()) : Step.REPEATED;
        }

        /** The place of the line, after the fold. */
        LinePlace place(Line line) {
            if (line instanceof Line.Prompt) {
                return new LinePlace(trail, rows.get(FoldRows.trail(trail)).nextIndex(), List.of());
            }
            var now = headOf(rows, trail);
            if (now != null && line instanceof Line.Assistant assistant) {
                return new LinePlace(trail, now.index(), added(now, assistant));
            }
            return new LinePlace(trail, now == null ? NONE : now.index(), completed);
        }

        private List<Step> added(Head now, Line.Assistant line) {
            int next = head == null || head.index() != now.index() ? 0 : head.length();
            var steps = new ArrayList<Step>();
            for (var use : line.toolUses()) {
                var step = use.id() == null ? null : rows.get(FoldRows.step(trail, now.index(), use.id()));
                boolean isNew = use.id() == null || step.sequence() == next;
                steps.add(isNew ? new Step(next++, use.tool()) : Step.REPEATED);
            }
            return steps;
        }
    }

    private static Head headOf(Rows rows, TrailId trail) {
        var stored = rows.get(FoldRows.trail(trail));
        return stored == null ? null : stored.head();
    }
}
