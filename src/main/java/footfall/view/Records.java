package footfall.view;

import footfall.alert.Alert;
import footfall.line.Outcome;
import footfall.session.SessionSummary;
import footfall.turn.Origin;
import footfall.turn.Shape;
import footfall.turn.Turn;

/** Which sessions and alerts a selection of turns admits, by the filters that they have an answer to. */
public final class Records {
    private static final Origin NOWHERE = new Origin(null, null, null);
    private static final Turn.Product UNKNOWN = new Turn.Product(null, null);

    private Records() {}

    /**
     * By the time between its start and end, session, origin, agent, tool, model, and outcome {@code error}; never an
     * empty one.
     */
    public static boolean admits(Selection selection, SessionSummary session) {
        var values = selection.values();
        return !session.hasNothing()
                && selection.admits(session.startTime(), session.endTime())
                && selection.admits(session.origin())
                && selection.admits(session.product())
                && selection.session().map(session.sessionId().value()::equals).orElse(true)
                && (!selection.has(Filter.TOOL) || session.tools().toolCounts().containsKey(values.get(Filter.TOOL)))
                && (!selection.has(Filter.MODEL)
                        || session.models().modelsUsed().contains(values.get(Filter.MODEL)))
                && (!Outcome.ERROR.word().equals(values.get(Filter.OUTCOME))
                        || session.tools().toolErrors() > 0);
    }

    /**
     * By the time at which it was raised, session, origin, agent, tool, and outcome {@code error}: kinds
     * that count failed calls. An outage has no session, origin or agent.
     */
    public static boolean admits(Selection selection, Alert alert) {
        return selection.admits(alert.raisedAt())
                && selection.admits(alert.origin() == null ? NOWHERE : alert.origin())
                && selection.admits(alert.product() == null ? UNKNOWN : alert.product())
                && selection
                        .session()
                        .map(id -> alert.sessionId() != null
                                && id.equals(alert.sessionId().value()))
                        .orElse(true)
                && (!selection.has(Filter.TOOL)
                        || isAbout(alert, selection.values().get(Filter.TOOL)))
                && (!Outcome.ERROR.word().equals(selection.values().get(Filter.OUTCOME))
                        || alert.kind() == Alert.Kind.ERROR_STREAK
                        || alert.kind() == Alert.Kind.OUTAGE);
    }

    /** Whether its turn called the tool, or the tool or its MCP server has an outage. */
    private static boolean isAbout(Alert alert, String tool) {
        if (alert.kind() != Alert.Kind.OUTAGE) {
            return alert.patternSoFar() != null && Shape.contains(alert.patternSoFar(), tool);
        }
        var place = Alert.Kind.OUTAGE.word() + ":" + alert.level();
        return alert.alertId().equals(tool + ":" + place)
                || tool.startsWith(alert.alertId().replaceFirst(":" + place + "$", "__"));
    }
}
