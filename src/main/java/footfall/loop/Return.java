package footfall.loop;

import footfall.line.Intent;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How a step returns to a file of an earlier step of the turn. */
public enum Return {
    READ_AFTER_EDIT,
    READ_PART,
    READ_AGAIN,
    EDIT_AGAIN;

    private static final class Visits {
        private boolean isLastEdit;
        private boolean isEdited;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The number of returns of a turn by word. */
    public static Map<String, Integer> counts(List<PathStep> steps) {
        var visited = new HashMap<String, Visits>();
        var counts = new TreeMap<String, Integer>();
        for (var step : steps) {
            if (step.target() == null) {
                continue;
            }
            var before = visited.get(step.target().value());
            boolean isEdit = step.intent().equals(Intent.EDIT);
            var kind = before == null ? null : of(step, isEdit, before);
            if (kind != null) {
                counts.merge(kind.word(), 1, Integer::sum);
            }
            var visits = visited.computeIfAbsent(step.target().value(), path -> new Visits());
            visits.isLastEdit = isEdit;
            visits.isEdited |= isEdit;
        }
        return Collections.unmodifiableMap(counts);
    }

    /** Null for the first edit after reads. */
    private static Return of(PathStep step, boolean isEdit, Visits before) {
        if (isEdit) {
            return before.isEdited ? EDIT_AGAIN : null;
        } else if (before.isLastEdit) {
            return READ_AFTER_EDIT;
        }
        return step.target().part() ? READ_PART : READ_AGAIN;
    }
}
