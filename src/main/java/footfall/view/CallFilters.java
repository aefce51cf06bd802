package footfall.view;

import footfall.eventlog.Event;
import footfall.eventlog.Events;
import footfall.eventlog.LogRules;
import footfall.line.Outcome;
import footfall.turn.Step;
import footfall.turn.Totals;
import footfall.turn.Turn;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The filters that select turns by their calls. One call must meet all that are given. */
record CallFilters(Map<Filter, Object> parsed) {
    private static final Set<Filter> ALL =
            EnumSet.of(Filter.TOOL, Filter.OUTCOME, Filter.CATEGORY, Filter.INTENT, Filter.NEXT, Filter.NEXT_INTENT);
    /** What totals do not show. */
    private static final Set<Filter> OF_STEPS = EnumSet.of(Filter.INTENT, Filter.NEXT, Filter.NEXT_INTENT);

    private static final LogRules CALLS = new LogRules(LogRules.CaseBy.TURN, LogRules.ActivityBy.TOOL);

    boolean admit(Turn turn) {
        if (ALL.stream().noneMatch(this::has)) {
            return true;
        } else if (has(Filter.NEXT) || has(Filter.NEXT_INTENT)) {
            return turn.steps().stream().anyMatch(this::isWanted) && admit(Events.of(turn, CALLS, Event.BY_START));
        }
        return turn.steps().stream().anyMatch(this::isWanted) || admit(turn.totals());
    }

    /** The events of one turn, in order. */
    private boolean admit(List<Event> events) {
        for (int i = 1; i < events.size(); i++) {
            var event = events.get(i - 1);
            var next = events.get(i);
            if (isWanted(event.step())
                    && event.isDirectlyBefore(next)
                    && isOrEquals(Filter.NEXT, next.step().use().tool())
                    && isOrEquals(Filter.NEXT_INTENT, intent(next.step()))) {
                return true;
            }
        }
        return false;
    }

    private static String intent(Step step) {
        return LogRules.ActivityBy.INTENT.nameOf(step);
    }

    private boolean has(Filter filter) {
        return parsed.containsKey(filter);
    }

    private boolean isOrEquals(Filter filter, String value) {
        return !has(filter) || parsed.get(filter).equals(value);
    }

    private boolean isWanted(Step step) {
        return isOrEquals(Filter.TOOL, step.use().tool())
                && isOrEquals(Filter.INTENT, intent(step))
                && (!has(Filter.OUTCOME) || step.result().outcome() == parsed.get(Filter.OUTCOME))
                && (!has(Filter.CATEGORY) || step.result().category() == parsed.get(Filter.CATEGORY));
    }

    /**
     * Whether the totals of a turn that omits steps show a call that meets the filters. Totals do not say which
     * calls had another outcome than an error, what calls were for, and what followed them.
     */
    private boolean admit(Totals totals) {
        if (totals == null || OF_STEPS.stream().anyMatch(this::has)) {
            return false;
        } else if (!has(Filter.OUTCOME) && !has(Filter.CATEGORY)) {
            return totals.calls().stream().anyMatch(calls -> isOrEquals(Filter.TOOL, calls.tool()));
        }
        return parsed.getOrDefault(Filter.OUTCOME, Outcome.ERROR) == Outcome.ERROR
                && totals.failures().stream()
                        .anyMatch(failed -> isOrEquals(Filter.TOOL, failed.tool())
                                && (!has(Filter.CATEGORY) || failed.category() == parsed.get(Filter.CATEGORY)));
    }
}
