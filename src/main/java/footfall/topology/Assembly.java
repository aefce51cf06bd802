package footfall.topology;

import footfall.alert.Alert;
import footfall.session.SessionSummary;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.wire.RejectedLine;

/** The outlets of the assembler. */
final class Assembly {
    static final Outlet<Outlet.SessionKey, Turn> TURNS = Outlet.bySession("turns", Turn.class);
    static final Outlet<Outlet.SessionKey, Invocation> INVOCATIONS = Outlet.bySession("invocations", Invocation.class);
    static final Outlet<String, Alert> ALERTS = Outlet.byKey("alerts", Alert.class);
    static final Outlet<Outlet.SessionKey, TurnSnapshot> OPEN = Outlet.bySession("open", TurnSnapshot.class);
    static final Outlet<String, SessionSummary> SESSIONS = Outlet.byKey("sessions", SessionSummary.class);
    static final Outlet<String, RejectedLine> REJECTED = Outlet.byKey("rejected", RejectedLine.class);
    static final Outlet<String, byte[]> DELTAS = Outlet.byKey("deltas", byte[].class);

    private Assembly() {}
}
