package footfall.topology;

import footfall.alert.Alert;
import footfall.session.SessionSummary;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.wire.RejectedLine;

/** The outlets of the assembler. */
final class Assembly {
    static final Outlet<String, Turn> TURNS = new Outlet<>(
            "turns", Turn.class, (key, turn) -> turn.id().sessionId().value());
    static final Outlet<String, Invocation> INVOCATIONS = new Outlet<>(
            "invocations", Invocation.class, (key, row) -> row.sessionId().value());
    static final Outlet<String, Alert> ALERTS = new Outlet<>("alerts", Alert.class, (key, alert) -> key);
    static final Outlet<String, SessionSummary> SESSIONS =
            new Outlet<>("sessions", SessionSummary.class, (key, summary) -> key);
    static final Outlet<String, RejectedLine> REJECTED =
            new Outlet<>("rejected", RejectedLine.class, (key, rejected) -> key);
    static final Outlet<String, byte[]> DELTAS = new Outlet<>("deltas", byte[].class, (key, delta) -> key);

    private Assembly() {}
}
