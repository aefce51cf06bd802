package footfall.call;

import footfall.line.BoundedMap;
import footfall.line.Line;
import footfall.line.Outcome;
import java.util.Collections;
import java.util.Set;

/**
 * Detects lines that repeat an earlier one: in qbit an approval repeats its request, and a failed result follows
 * a denial; in Codex an end event and an output are both results. A call counts once by its ID, and so does its
 * result. Expects the lines in order; keeps the last {@code IDS_MAX} IDs of a turn.
 */
public final class Repeats {
    private static final int IDS_MAX = 100_000;

    private final Set<String> called = bounded();
    private final Set<String> answered = bounded();
    /** Results whose call has not been seen in this turn. */
    private final Set<String> strays = bounded();

    private boolean isAsked;

    private static Set<String> bounded() {
        return Collections.newSetFromMap(BoundedMap.evictingOldest(IDS_MAX));
    }

    /** Whether the turn already contains the content of the line. */
    public boolean is(Line line) {
        if (line instanceof Line.Prompt) {
            isAsked = true;
        } else if (line instanceof Line.TurnDuration duration && duration.answer() != null) {
            work();
        } else if (line instanceof Line.Assistant assistant
                && !assistant.toolUses().isEmpty()) {
            work();
            var id = assistant.toolUses().get(0).id();
            return id != null && !called.add(id);
        } else if (line instanceof Line.ToolResults results) {
            var id = results.results().get(0).toolUseId();
            boolean isRunning = results.results().get(0).outcome() == Outcome.PENDING;
            return !isRunning && id != null && !(called.contains(id) ? answered : strays).add(id);
        }
        return false;
    }

    /** The first work after a prompt starts a turn. */
    private void work() {
        if (isAsked) {
            called.clear();
            answered.clear();
            strays.clear();
        }
        isAsked = false;
    }
}
