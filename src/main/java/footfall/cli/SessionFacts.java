package footfall.cli;

import footfall.line.Outcome;
import footfall.session.SessionReport;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Filter;
import footfall.view.Selection;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What the sessions of files are selected by, as {@link footfall.view.Records} selects those of a processor. */
record SessionFacts(
        String session,
        Instant startedAt,
        Origin origin,
        Turn.Product product,
        Set<String> tools,
        List<String> models,
        long failures) {
    /** Files name neither a machine nor a user. */
    static SessionFacts of(SessionReport one) {
        return new SessionFacts(
                one.sessionId(),
                one.startTime(),
                new Origin(one.project(), null, null),
                new Turn.Product(one.agent(), one.agentVersion()),
                one.toolCounts().keySet(),
                one.modelsUsed(),
                one.toolErrors());
    }

    boolean isSelected(Selection selection) {
        var values = selection.values();
        return selection.admits(startedAt)
                && selection.admits(origin)
                && selection.admits(product)
                && values.getOrDefault(Filter.SESSION, session).equals(session)
                && (!selection.has(Filter.TOOL) || tools.contains(values.get(Filter.TOOL)))
                && (!selection.has(Filter.MODEL) || models.contains(values.get(Filter.MODEL)))
                && (!Outcome.ERROR.word().equals(values.get(Filter.OUTCOME)) || failures > 0);
    }
}
