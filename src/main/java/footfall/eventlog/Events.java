package footfall.eventlog;

import footfall.turn.Step;
import footfall.turn.Turn;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The events of a turn. A step without a time has the time of the previous step, the first one that of the
 * turn's start; a turn without any time has no events. A result with a time before its call completes it at
 * once.
 */
public final class Events {
    private Events() {}

    /** All steps of the turn, sorted by {@code order}; empty when the turn has no time. */
    public static List<Event> of(Turn turn, LogRules rules, Comparator<Event> order) {
        var events = new ArrayList<Event>(turn.steps().size());
        if (!isTimed(turn)) {
            return events;
        }
        var caseId = rules.caseBy().idOf(turn);
        var at = turn.span().startedAt();
        for (var step : turn.steps()) {
            at = step.use().startedAt() == null ? at : step.use().startedAt();
            var start = at.truncatedTo(ChronoUnit.MILLIS);
            events.add(new Event(caseId, rules.activityBy().nameOf(step), start, complete(start, step), turn, step));
        }
        events.sort(order);
        return events;
    }

    /** When a turn's first call starts, and the earliest completion. */
    public record First(Instant start, Instant complete) {}

    /** The first times of a turn's events; null when it has none. */
    public static First first(Turn turn) {
        if (!isTimed(turn) || turn.steps().isEmpty()) {
            return null;
        }
        var start = Instant.MAX;
        var complete = Instant.MAX;
        var at = turn.span().startedAt();
        for (var step : turn.steps()) {
            at = step.use().startedAt() == null ? at : step.use().startedAt();
            var started = at.truncatedTo(ChronoUnit.MILLIS);
            var completed = complete(started, step);
            start = started.isBefore(start) ? started : start;
            complete = completed.isBefore(complete) ? completed : complete;
        }
        return new First(start, complete);
    }

    /** A turn starts at its prompt, else with the first line that has a time. */
    private static boolean isTimed(Turn turn) {
        return turn.span().startedAt() != null;
    }

    private static Instant complete(Instant start, Step step) {
        var at = step.use().completedAt();
        return at == null || at.isBefore(start) ? start : at.truncatedTo(ChronoUnit.MILLIS);
    }
}
